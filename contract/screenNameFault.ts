/** Longest screen name that X gives out. */
const SCREEN_NAME_MAX = 15

export type ScreenNameFault = 'length' | 'characters'

/** What keeps a typed text from being a screen name (1–15 half-width letters, digits and underscores), the length first; null when nothing does. */
export function screenNameFault(typed: string): ScreenNameFault | null {
  if (typed.length < 1 || typed.length > SCREEN_NAME_MAX) return 'length'
  return /^[A-Za-z0-9_]+$/.test(typed) ? null : 'characters'
}
