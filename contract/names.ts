import { screenNameFault } from './screenName.ts'

/** A post in a URL. `name` is null if the URL does not say whose post it is (`/i/status/…`). */
export type PostRef = { name: string | null; id: string }

export const BATCH_POSTS_MAX = 200
/** Longest URL that is read, in characters. No address of a post is longer. */
export const URL_LENGTH_MAX = 2048

/** Matches a blank or invisible character, which apps copy along with names and URLs. */
const INVISIBLE_CHARACTER = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f/

/**
 * Removes blanks and invisible characters at both ends. It uses loops, because a pattern that ends in `$` would be tried again at each
 * character of a long run.
 */
export function trimInvisible(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && INVISIBLE_CHARACTER.test(text.charAt(start))) start++
  while (end > start && INVISIBLE_CHARACTER.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** Largest id: X's ids are signed 64-bit integers. */
const ID_MAX = 2n ** 63n - 1n

function isPostId(digits: string): boolean {
  if (!/^\d{1,19}$/.test(digits)) return false
  const id = BigInt(digits)
  return id > 0n && id <= ID_MAX
}

/** Matches a URL of X as text, because `URL` would accept look-alikes (`x。com`, `x.com\@…`, `%2e`). The groups are the path and the query. */
const X_URL =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?:\/(?:#!\/)?([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?)?$/i

/** Matches URLs of sites that show X's posts and accounts under X's own paths: their subdomains (`d.fxtwitter.com`) and any Nitter instance. */
const MIRROR_URL =
  /^(?:https?:\/\/)?(?:[a-z]{1,9}\.)?(?:(?:fxtwitter|vxtwitter|fixupx|fixvx|twittpr|xcancel)\.com|nitter(?:\.[a-z0-9-]{1,63}){1,4})\/([^?#\s]*)(?:[?#]\S*)?$/i

const X_HOST_URL = /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?=[/?#]|$)/i

/** Whether a text is a URL on X's own hosts, with or without its scheme. */
export function isXUrl(text: string): boolean {
  return X_HOST_URL.test(text)
}

type XLink = { segments: readonly string[]; query: URLSearchParams }

/** Reads a URL on x.com or twitter.com. Null for any other text, and for one that is longer than any URL. */
export function readXLink(text: string): XLink | null {
  if (text.length > URL_LENGTH_MAX) return null
  const match = X_URL.exec(trimInvisible(text))
  if (!match) return null
  const link = { segments: toSegments(match[1]), query: new URLSearchParams(match[2]) }
  // X's login page carries the address that the visitor wanted.
  const wanted = link.query.get('redirect_after_login')
  if (!wanted?.startsWith('/')) return link
  const [path, query] = wanted.slice(1).split('?')
  return { segments: toSegments(path), query: new URLSearchParams(query) }
}

function toSegments(path = ''): string[] {
  return path.replace(/\/$/, '').split('/')
}

/** Matches the views of a post behind its id: its media, numbers and reactions. */
const POST_VIEW =
  /^(?:(?:photo|video)\/\d{1,9}|analytics|quotes|reposts|retweets(?:\/with_comments)?|likes|history|hidden|mediaviewer|media_tags)?$/i
/** Matches names of up to 20 characters: some early names exceed today's 15, and still occur in addresses of posts. */
const EARLY_NAME = /^\w{1,20}$/

/** Reads the post at `NAME/status/ID`, `NAME/article/ID`, `i/status/ID` or `i/web/status/ID`. The number in `i/article/ID` is not a post's id. */
function postAt(segments: readonly string[]): PostRef | null {
  const [name = '', kind = '', id = '', ...view] = segments
  if (/^i$/i.test(name) && /^web$/i.test(kind)) return postAt(['i', ...segments.slice(2)])
  const isNameless = /^i$/i.test(name)
  const isPost = isNameless ? /^status(?:es)?$/i.test(kind) : /^(?:status(?:es)?|article)$/i.test(kind)
  if (!isPost || !EARLY_NAME.test(name) || !isPostId(id) || !POST_VIEW.test(view.join('/'))) return null
  return { name: isNameless ? null : name, id }
}

/** Reads the URL of a post. Null for any other text, for an impossible id, and for a text that is longer than any URL. */
export function parsePostUrl(text: string): PostRef | null {
  const link = readXLink(text)
  if (!link) return null
  const [first = '', action = ''] = link.segments
  if (first.toLowerCase() !== 'intent' || action === '') return postAt(link.segments)
  // Buttons such as 「いいね」 and 「リポスト」 on other sites use this form.
  const id = link.query.get('tweet_id') ?? ''
  return isPostId(id) ? { name: null, id } : null
}

export function toPostUrl({ name, id }: PostRef): string {
  return `https://x.com/${name ?? 'i'}/status/${id}`
}

/** Turns a link of a mirror (fxtwitter, Nitter …) into the address of its post or account on x.com. Returns any other text unchanged. */
export function mirrorToXUrl(text: string): string {
  const match = text.length > URL_LENGTH_MAX ? null : MIRROR_URL.exec(trimInvisible(text))
  if (!match) return text
  const segments = toSegments(match[1])
  const post = postAt(onMirror(segments))
  if (post) return toPostUrl(post)
  const name = accountAt({ segments, query: new URLSearchParams() })
  return name === undefined ? text : `https://x.com/${name}`
}

/** Removes what mirrors accept behind an id: a file's ending, a language or the number of a picture. */
function onMirror(segments: readonly string[]): string[] {
  const at = /^web$/i.test(segments[1] ?? '') ? 3 : 2
  return [...segments.slice(0, at), (segments[at] ?? '').replace(/\.\w{2,5}$/, '')]
}

const SHORT_LINK = /^(?:https?:\/\/)?t\.co\//i
/** Matches links that name an account by its number instead of its name. */
const LINK_BY_USER_ID = /^[^?#]*\.com\/(?:i\/user\/\d|intent\/(?:follow|user)\?(?:[^#]*&)?user_id=)/i
const ANY_LINK = /^(?:https?:\/\/|www\.)[^/\s]+/i

export type LinkKind = 'short' | 'x' | 'userId' | 'elsewhere'

export function linkKindOf(typed: string): LinkKind | null {
  const url = mirrorToXUrl(typed).slice(0, URL_LENGTH_MAX)
  if (SHORT_LINK.test(url)) return 'short'
  if (isXUrl(url)) return LINK_BY_USER_ID.test(url) && screenNameInLink(url) === undefined ? 'userId' : 'x'
  return ANY_LINK.test(url) ? 'elsewhere' : null
}

const X_PAGE_NAMES = new Set(
  `about account bookmarks communities compose download en explore hashtag home i intent ja jobs lists login logout messages
  notifications oauth pic premium privacy search search-advanced settings share signup topics tos who_to_follow`.split(
    /\s+/,
  ),
)

/** Reads the account whose page a link opens, or that the link follows. */
export function screenNameInLink(url: string): string | undefined {
  const link = readXLink(mirrorToXUrl(url))
  return link ? accountAt(link) : undefined
}

function accountAt({ segments, query }: XLink): string | undefined {
  const [first = ''] = segments
  const name = first.toLowerCase() === 'intent' ? (query.get('screen_name') ?? '') : first
  const bare = name.replace(/^@/, '')
  return screenNameFault(bare) === null && !X_PAGE_NAMES.has(bare.toLowerCase()) ? bare : undefined
}
