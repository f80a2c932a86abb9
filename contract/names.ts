/** A post as its URL names it. `name` is null where the URL does not say whose post it is (`/i/status/…`). */
export type PostRef = { name: string | null; id: string }

/** Most URLs one batch may hold. */
export const BATCH_MAX = 200
/** Most characters of one URL: more than any browser's address of a post has. */
export const URL_MAX = 2048

/**
 * Matched as text and not parsed by `URL`, which would accept look-alikes (`x。com`, `x.com\@…`, `%2e`).
 */
const POST_URL =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/(?:i(?:\/web)?|(\w{1,15}))\/status(?:es)?\/(\d{1,19})(?:\/(?:photo|video)\/\d+)?\/?(?:[?#]\S*)?$/i

/** The post that a typed URL points to, or null for anything that is no post URL. Surrounding white space is ignored. */
export function parsePostUrl(text: string): PostRef | null {
  const [, name, id = ''] = POST_URL.exec(text.trim()) ?? []
  if (!/[1-9]/.test(id)) return null
  return { name: name === undefined ? null : name, id }
}

/** The one way this product writes a post's URL. */
export function postUrlOf({ name, id }: PostRef): string {
  return `https://x.com/${name ?? 'i'}/status/${id}`
}

const SHORT = /^(?:https?:\/\/)?t\.co\//i
const ON_X = /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?:\/|$)/i
const ANY = /^(?:https?:\/\/|www\.)[^/\s]+/i

/** What kind of link a typed text seems to be: one that X's shortener made, one on X, or another site's; null for no link. */
export function linkKind(typed: string): 'short' | 'x' | 'elsewhere' | null {
  if (SHORT.test(typed)) return 'short'
  if (ON_X.test(typed)) return 'x'
  return ANY.test(typed) ? 'elsewhere' : null
}

/** Longest screen name that X gives out. */
const SCREEN_NAME_MAX = 15

export type ScreenNameFault = 'length' | 'characters'

/** What keeps a typed text from being a screen name (1–15 half-width letters, digits and underscores), the length first; null when nothing does. */
export function screenNameFault(typed: string): ScreenNameFault | null {
  if (typed.length < 1 || typed.length > SCREEN_NAME_MAX) return 'length'
  return /^[A-Za-z0-9_]+$/.test(typed) ? null : 'characters'
}

const SCREEN_NAME_IN_ON_X =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/(?:#!\/)?@?(\w{1,15})(?:[/?#]\S*)?$/i
/** How X titles an account's page, which phones copy along: 名前(@name)さん / X. */
const IN_TITLE = /\(@(\w{1,15})\)/
/** First path segments of X's own pages, which are not screen names. */
const PAGES = new Set(['i', 'home', 'search', 'explore', 'settings', 'hashtag', 'intent', 'share', 'login'])

/**
 * The screen name in a typed or pasted text: `@name`, full-width letters, spaces around, the URL of a profile or of a post,
 * the title of an account's page.
 * A text without a name is returned trimmed, for `screenNameFault` to judge.
 */
export function screenNameIn(typed: string): string {
  const plain = typed.normalize('NFKC').trim()
  const name = SCREEN_NAME_IN_ON_X.exec(plain)?.[1]
  if (name !== undefined && !PAGES.has(name.toLowerCase())) return name
  return IN_TITLE.exec(plain)?.[1] ?? plain.replace(/^@\s*/, '')
}
