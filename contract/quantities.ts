import * as v from 'valibot'

/** Unix milliseconds that a calendar knows. */
export const Time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** For how many days a saved result can be seen; absent from servers that do not say. */
export const KeptDays = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)
