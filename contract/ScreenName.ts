import * as v from 'valibot'
import { screenNameFault } from './screenNameFault.ts'

/** An account's name without its "@". */
export const ScreenName = v.pipe(
  v.string(),
  v.check((typed) => screenNameFault(typed) === null, 'not a screen name'),
  v.brand('ScreenName'),
)
export type ScreenName = v.InferOutput<typeof ScreenName>
