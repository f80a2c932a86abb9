const SHORT = /^(?:https?:\/\/)?t\.co\//i
const ON_X = /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?:\/|$)/i
const ANY = /^(?:https?:\/\/|www\.)[^/\s]+/i

/** What kind of link a typed text seems to be: one that X's shortener made, one on X, or another site's; null for no link. */
export function linkKind(typed: string): 'short' | 'x' | 'elsewhere' | null {
  if (SHORT.test(typed)) return 'short'
  if (ON_X.test(typed)) return 'x'
  return ANY.test(typed) ? 'elsewhere' : null
}
