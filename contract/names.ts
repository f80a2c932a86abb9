/** `name` is null where the URL does not say whose post it is (`/i/status/…`). */
export type PostRef = { name: string | null; id: string }

export const HISTORY_PATH = '/tweetcheck/history/'

export const BATCH_MAX = 200
/** More than any browser's address of a post has. */
export const URL_MAX = 2048

/** Not parsed by `URL`, which would accept look-alikes (`x。com`, `x.com\@…`, `%2e`). */
const POST_URL =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/(?:i(?:\/web)?|(\w{1,15}))\/status(?:es)?\/(\d{1,19})(?:\/(?:(?:photo|video)\/\d+|analytics|quotes|reposts|retweets|likes|history|hidden))?\/?(?:[?#]\S*)?$/i

/** A blank or invisible character, which apps copy along with names and URLs. */
const UNSEEN = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f/

/** Removes blanks and invisible characters at both ends. By loops: a pattern that ends in `$` is tried anew at each character of a long run. */
function trimUnseen(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && UNSEEN.test(text.charAt(start))) start++
  while (end > start && UNSEEN.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** X's ids are signed 64-bit integers. */
const ID_MAX = 2n ** 63n - 1n

function isPostId(digits: string): boolean {
  const id = BigInt(digits)
  return id > 0n && id <= ID_MAX
}

/** Null for anything but the URL of a post that can exist, and for a text that is longer than any URL. */
export function parsePostUrl(text: string): PostRef | null {
  if (text.length > URL_MAX) return null
  // Stryker disable next-line ArrayDeclaration: what is made instead is never read
  const [, name, id = ''] = POST_URL.exec(trimUnseen(text)) ?? []
  if (!isPostId(id)) return null
  return { name: name === undefined ? null : name, id }
}

export function postUrlOf({ name, id }: PostRef): string {
  return `https://x.com/${name ?? 'i'}/status/${id}`
}

const SHORT = /^(?:https?:\/\/)?t\.co\//i
const ON_X = /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?:\/|$)/i
const ANY = /^(?:https?:\/\/|www\.)[^/\s]+/i

export function linkKind(typed: string): 'short' | 'x' | 'elsewhere' | null {
  if (SHORT.test(typed)) return 'short'
  if (ON_X.test(typed)) return 'x'
  return ANY.test(typed) ? 'elsewhere' : null
}

const SCREEN_NAME_MAX = 15

export type ScreenNameFault = 'length' | 'characters'

export function screenNameFault(typed: string): ScreenNameFault | null {
  if (typed.length < 1 || typed.length > SCREEN_NAME_MAX) return 'length'
  return /^[A-Za-z0-9_]+$/.test(typed) ? null : 'characters'
}

const SCREEN_NAME_IN_ON_X =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/(?:#!\/)?@?(\w{1,15})(?:[/?#]\S*)?$/i
const SEARCH_ON_X =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/search\/?\?(?:[^\s#]*&)?q=([^&#\s]*)/i
const MENTION = /(?:^|[^\w@])(?:@+|from:@?)(\w{1,15})(?=$|[\s)\]}"',;!?]|\.(?:\s|$)|[^ -~])/gi
const PAGES = new Set(
  `about account bookmarks communities compose download en explore hashtag home i intent ja jobs lists login logout messages
  notifications oauth premium privacy search search-advanced settings share signup topics tos who_to_follow`.split(
    /\s+/,
  ),
)

/** The screen name in a pasted URL, page title or sentence. A text without a name is returned trimmed, for `screenNameFault` to judge. */
export function screenNameIn(typed: string): string {
  const plain = trimUnseen(typed.normalize('NFKC'))
  const name = SCREEN_NAME_IN_ON_X.exec(plain)?.[1]
  if (name !== undefined && !PAGES.has(name.toLowerCase())) return name
  const sought = SEARCH_ON_X.exec(plain)?.[1]
  if (sought !== undefined) return soughtName(sought, /[?&]f=user(?:[&#]|$)/.test(plain)) ?? plain
  const isLink = /^(?:https?:\/\/|www\.)/i.test(plain)
  return (isLink ? undefined : onlyMention(plain)) ?? plain.replace(/^@+\s*/, '')
}

/** In a search for accounts a bare word is a name. */
function soughtName(query: string, isForAccounts: boolean): string | undefined {
  try {
    const words = decodeURIComponent(query.replace(/\+/g, ' ')).trim()
    return isForAccounts && screenNameFault(words) === null ? words : onlyMention(words)
  } catch {
    return undefined
  }
}

function onlyMention(words: string): string | undefined {
  const names = [...words.matchAll(MENTION)].map(([, name = '']) => name)
  const [first] = names
  return names.every((name) => name.toLowerCase() === first?.toLowerCase()) ? first : undefined
}
