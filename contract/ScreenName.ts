import * as v from 'valibot'

/** Longest screen name that X gives out. */
export const SCREEN_NAME_MAX = 15

/** An account's name without its "@": 1–15 half-width letters, digits and underscores. */
export const ScreenName = v.pipe(
  v.string(),
  v.minLength(1, 'length'),
  v.maxLength(SCREEN_NAME_MAX, 'length'),
  v.regex(/^[A-Za-z0-9_]+$/, 'characters'),
  v.brand('ScreenName'),
)
export type ScreenName = v.InferOutput<typeof ScreenName>

export type ScreenNameFault = 'length' | 'characters'

/** What is wrong with a typed name, the length first; null when nothing is. */
export function screenNameFault(typed: string): ScreenNameFault | null {
  const result = v.safeParse(ScreenName, typed, { abortPipeEarly: true })
  if (result.success) return null
  return result.issues[0].message === 'characters' ? 'characters' : 'length'
}
