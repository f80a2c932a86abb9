import * as v from 'valibot'
import { Conditions } from './Conditions.ts'
import { count, duration, rate } from './figures.ts'
import { LIMITS } from './settings.ts'

/** All lanes at full load, without a pause, after the trials. */
export const Sustained = v.object({
  /** What was asked for; a run that was stopped has fewer steps. */
  seconds: v.pipe(count, v.maxValue(LIMITS.sustain.max)),
  /** Milliseconds of one step. */
  step: duration,
  /** Of every lane its attempts per second in each step. Time is what the lane searched: pauses are not in it. */
  lanes: v.pipe(v.array(v.pipe(v.array(rate), v.maxLength(LIMITS.sustain.max))), v.maxLength(64)),
  /** What disturbed it; times count from its start. */
  ...v.pick(Conditions, ['wakeLock', 'disturbances']).entries,
})
export type Sustained = v.InferOutput<typeof Sustained>
