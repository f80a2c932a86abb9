import * as v from 'valibot'
import { ChallengeKey } from './wire.ts'

/** Longest step that is accepted, in milliseconds: beyond it the device probably slept. */
const STEP_MAX = 120_000

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(STEP_MAX))
const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

/** The durations of a finished check, sent where the operator asks for them. Other members are refused: no name, no address. */
export const CheckTimings = v.strictObject({
  engine: v.picklist(['unrolled', 'rolled', 'scalar', 'javascript']),
  lanes: whole(8),
  difficulty: whole(8),
  /** Until the challenge was there, until its counter was found, and until the call that it opened was answered. */
  challenge: milliseconds,
  solve: milliseconds,
  call: milliseconds,
  /** The solved challenge of that check, which says that there was one: each counts once, while it is recent. */
  proof: v.strictObject({ token: ChallengeKey, counter: whole(9_999_999) }),
})
export type CheckTimings = v.InferOutput<typeof CheckTimings>
