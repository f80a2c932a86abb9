import * as v from 'valibot'

/** Longest step that is taken for one: a device that slept in between says nothing of its speed. In milliseconds. */
const STEP_MAX = 120_000

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(STEP_MAX))
const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

/** What a finished check tells of its speed where the operator asked for that. Nothing else is taken: no name, no address, no id. */
export const CheckTimings = v.strictObject({
  engine: v.picklist(['unrolled', 'rolled', 'scalar', 'javascript']),
  lanes: whole(8),
  difficulty: whole(8),
  /** Until the challenge was there, until its counter was found, and until the call that it opened was answered. */
  challenge: milliseconds,
  solve: milliseconds,
  call: milliseconds,
})
export type CheckTimings = v.InferOutput<typeof CheckTimings>
