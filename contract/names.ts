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
const ID_MAX = String(2n ** 63n - 1n)

/** Compares digits as text, because a long paste has tens of thousands of ids. */
function isPostId(digits: string): boolean {
  return /^(?=0*[1-9])\d{1,19}$/.test(digits) && digits.padStart(ID_MAX.length, '0') <= ID_MAX
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

const NO_QUERY = new URLSearchParams()

/** Reads a URL on x.com or twitter.com. Null for any other text, and for one that is longer than any URL. */
export function readXLink(text: string): XLink | null {
  if (text.length > URL_LENGTH_MAX) return null
  const match = X_URL.exec(trimInvisible(text))
  if (!match) return null
  const [, path, search] = match
  if (search === undefined) return { segments: toSegments(path), query: NO_QUERY }
  const link = { segments: toSegments(path), query: new URLSearchParams(search) }
  // X's login page carries the address that the visitor wanted.
  const wanted = link.query.get('redirect_after_login')
  if (!wanted?.startsWith('/')) return link
  const [page, query] = wanted.slice(1).split('?')
  return { segments: toSegments(page), query: new URLSearchParams(query) }
}

function toSegments(path = ''): string[] {
  return path.replace(/\/$/, '').split('/')
}

/** The views of a post behind its id: its media, numbers and reactions. */
const VIEWS =
  '(?:/(?:(?:photo|video|media)/\\d{1,9}|analytics|quotes|reposts|retweets(?:/with_comments)?|likes|history|hidden|mediaviewer|media_tags))?'

/**
 * Matches the beginning of the paths of posts. The groups are the author and the id. Some early names exceed today's 15 characters, and still
 * occur in addresses of posts. The number in `i/article/ID` is not a post's id.
 */
const POST =
  '^(?:(?!i/)@?(\\w{1,20})/(?:status(?:es)?|article)|i/(?:web/)?status(?:es)?|i/birdwatch/t|statuses)/(\\d+)'
const POST_PATH = new RegExp(`${POST}${VIEWS}$`, 'i')
/** Mirrors accept behind an id: a file's ending, a language or the number of a picture. */
const MIRROR_POST_PATH = new RegExp(`${POST}(?:\\.\\w{2,5})?(?:/.*)?$`, 'i')

function postAt(path: string, pattern = POST_PATH): PostRef | null {
  const [, name = '', id = ''] = pattern.exec(path) ?? []
  return isPostId(id) ? { name: name || null, id } : null
}

/** Matches addresses that open a post in X's app, and those of embedded posts. The group is the id. */
const APP_OR_EMBED =
  /^(?:(?:twitter|x):\/\/(?:status|tweet)|https?:\/\/platform\.(?:twitter|x)\.com\/embed\/\w{1,20}\.html|https?:\/\/cdn\.syndication\.twimg\.com\/tweet-result)\?(?:[^#\s]*&)?(?:status_)?id=(\d{1,19})(?:[&#]|$)/i

/** Matches most URLs of posts as they are. Other forms are read in several steps, which would be slow for a long text. */
export const PLAIN_POST_URL =
  /^(?:https:\/\/)?(?:x|twitter)\.com\/(?:i\/(?:web\/)?|(?!i\/)(\w{1,15})\/)status\/(\d+)(?:\/photo\/\d)?(?:\?[\w=&-]{1,99})?$/

/** Matches most links of posts that X shows cut within their id, with `...` for its `…`. */
export const PLAIN_CUT_URL = /^(?:https:\/\/)?(?:x|twitter)\.com\/\w{1,15}\/status\/\d{1,18}\.{3}$/

/** Reads the URL of a post. Null for any other text, for an impossible id, and for a text that is longer than any URL. */
export function parsePostUrl(text: string): PostRef | null {
  const [, name = null, plainId = ''] = PLAIN_POST_URL.exec(text) ?? []
  if (isPostId(plainId)) return { name, id: plainId }
  // The other forms take longer to read, and each contains an id.
  if (!/\d/.test(text)) return null
  const link = readXLink(text)
  if (!link) {
    const id = text.length > URL_LENGTH_MAX ? '' : (APP_OR_EMBED.exec(trimInvisible(text))?.[1] ?? '')
    return isPostId(id) ? { name: null, id } : null
  }
  const [first = '', action = ''] = link.segments
  if (first.toLowerCase() !== 'intent' || action === '') return postAt(link.segments.join('/'))
  // Buttons such as 「いいね」, 「リポスト」 and 「返信」 on other sites use this form.
  const id = link.query.get('tweet_id') ?? link.query.get('in_reply_to') ?? ''
  return isPostId(id) ? { name: null, id } : null
}

export function toPostUrl({ name, id }: PostRef): string {
  return `https://x.com/${name ?? 'i'}/status/${id}`
}

/** Matches an address that opens an account in X's app, which calls the number of an account `id`. The group is the query. */
const APP_ACCOUNT = /^(?:twitter|x):\/\/user\/?\?(\S+)$/i

/**
 * Turns a link of a mirror (fxtwitter, Nitter …) into the address of its post or account on x.com, and one of an account in X's app. Returns
 * any other text unchanged.
 */
export function mirrorToXUrl(text: string): string {
  if (text.length > URL_LENGTH_MAX) return text
  const url = trimInvisible(text)
  const [, query] = APP_ACCOUNT.exec(url) ?? []
  if (query !== undefined) return `https://x.com/intent/user?${query.replace(/^id=|&id=/, '&user_id=')}`
  const match = MIRROR_URL.exec(url)
  if (!match) return text
  const [, path = ''] = match
  const post = postAt(path, MIRROR_POST_PATH)
  if (post) return toPostUrl(post)
  const name = accountAt({ segments: toSegments(path), query: NO_QUERY })
  return name === undefined ? text : `https://x.com/${name}`
}

const SHORT_LINK = /^(?:https?:\/\/)?t\.co\//i
/** Matches links that name an account by its number instead of its name. */
const LINK_BY_USER_ID = /^[^?#]*\.com\/(?:i\/user\/\d|intent\/(?:follow|user)\?(?:[^#]*&)?user_id=)/i
const ANY_LINK = /^(?:https?:\/\/|www\.)[^/\s]+/i

/** Matches a link whose path X shows cut, also if a part behind the cut is whole (`status/198…/photo/1`). */
const CUT_PATH = /^[^?#…]*[^?#….](?:…|\.{3})(?:[/?#]|$)/

/** Matches a link cut within the part of its query that names the post or the account. */
const CUT_QUERY = /[?&](?:(?:tweet_|status_|user_)?id|in_reply_to|screen_name)=\w*(?:…|\.{3})$/i
const X_APP_URL = /^(?:twitter|x):\/\//i

/** Whether a text is a link of X, or into its app, that X showed cut. Its number or name must not be guessed. */
export function isCutLink(url: string): boolean {
  return (isXUrl(url) || X_APP_URL.test(url)) && (CUT_PATH.test(url) || CUT_QUERY.test(url))
}

export type LinkKind = 'short' | 'x' | 'cut' | 'userId' | 'elsewhere'

export function linkKindOf(typed: string): LinkKind | null {
  const url = mirrorToXUrl(typed).slice(0, URL_LENGTH_MAX)
  if (SHORT_LINK.test(url)) return 'short'
  if (isCutLink(url)) return 'cut'
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
