import * as v from 'valibot'
import { Result } from '../model/runResult.ts'

/** Of what scripts are handed: the global, its events and the outcome. Every change that an old script would misread raises it. */
export const AUTOMATION_VERSION = 1

/** How a run can end, with the exit code that a script ends with. The worst that is true of a run counts. */
export const EXIT_CODES = {
  /** Every counter is right, the sample agrees with the theory, and the device was left alone. */
  agrees: 0,
  /** There is no result: the engine is missing, or a worker died. */
  failed: 1,
  /** A counter is wrong, or the sample disagrees with the theory: no figure counts. */
  wrong: 2,
  /** Too few trials for a verdict, or one that is doubted. */
  unsure: 3,
  /** Right, but the device was busy with something else: the speeds are not to be relied on. */
  disturbed: 4,
  /** Right, but ended before its last trial. */
  stopped: 5,
} as const

export type Ending = keyof typeof EXIT_CODES

const ENDINGS = Object.keys(EXIT_CODES) as Ending[]

/** What scripts are handed when a run ends. */
export const Outcome = v.object({
  version: v.literal(AUTOMATION_VERSION),
  ending: v.picklist(ENDINGS),
  exitCode: v.pipe(v.number(), v.integer()),
  /** Why there is no result. */
  error: v.nullable(v.string()),
  result: v.nullable(Result),
})
export type Outcome = v.InferOutput<typeof Outcome>
