const SCREEN_NAME_MAX = 15
/** Characters that the field for a name takes. The handle is in the first lines of a copied profile or title, and browsers show more only slowly. */
export const TYPED_LENGTH_MAX = 8_000

export type ScreenNameFault = 'length' | 'characters'

export function screenNameFault(typed: string): ScreenNameFault | null {
  if (typed.length < 1 || typed.length > SCREEN_NAME_MAX) return 'length'
  return /^[A-Za-z0-9_]+$/.test(typed) ? null : 'characters'
}

/** Matches what a sentence puts behind a link (`?screen_name=taro。`). */
const PUNCTUATION_BEHIND = /[。、」』）)】！？.,!?]{1,3}$/
/** Matches the dots of a name that an app showed cut (`taro…`), which names nobody. */
const CUT_NAME = /\w\.\./

/**
 * Returns the name if a text is only a screen name, with or without its @; otherwise null. `pastedText.ts`, which is loaded only when needed,
 * reads other texts.
 */
export function screenNameOrNull(typed: string): string | null {
  const words = typed.normalize('NFKC').trim()
  const name = words.replace(/^@/, '').replace(PUNCTUATION_BEHIND, '')
  return screenNameFault(name) === null && !CUT_NAME.test(words) ? name : null
}

/** Whether two names are the same account. X ignores their case. */
export function isSameScreenName(one: string | null | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}
