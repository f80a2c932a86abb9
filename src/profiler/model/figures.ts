import * as v from 'valibot'

/** A day, in milliseconds: no search and no start takes longer. */
const DURATION_MAX = 86_400_000

/** A month, in milliseconds: no run takes longer. */
const MOMENT_MAX = 2_592_000_000

/** Attempts per second: thousands of times what the fastest processor does. */
const RATE_MAX = 1e13

export const figure = v.pipe(v.number(), v.finite(), v.minValue(0))
export const count = v.pipe(figure, v.integer())
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

/** Milliseconds. */
export const duration = v.pipe(figure, v.maxValue(DURATION_MAX))

/** Milliseconds since the run's first trial; negative for what came before it. */
export const moment = v.pipe(v.number(), v.minValue(-MOMENT_MAX), v.maxValue(MOMENT_MAX))

/** Attempts per second. */
export const rate = v.pipe(figure, v.maxValue(RATE_MAX))

export const words = v.pipe(v.string(), v.maxLength(500))

/** Lower and upper end of a 95 % interval. */
export const Interval = v.tuple([figure, figure])
export type Interval = v.InferOutput<typeof Interval>

/** The same for what can be negative. */
export const SignedInterval = v.tuple([v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite())])
