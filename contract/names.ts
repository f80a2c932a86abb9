/** `name` is null where the URL does not say whose post it is (`/i/status/…`). */
export type PostRef = { name: string | null; id: string }

export const BATCH_MAX = 200
/** More than any browser's address of a post has. */
export const URL_MAX = 2048

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
  if (!/^\d{1,19}$/.test(digits)) return false
  const id = BigInt(digits)
  return id > 0n && id <= ID_MAX
}

/** Matched as text. `URL` would accept look-alikes (`x。com`, `x.com\@…`, `%2e`). Groups: the path and the query. */
const X_URL =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?:\/(?:#!\/)?([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?)?$/i

/** Sites that show X's posts and accounts under X's own paths, with their subdomains (`d.fxtwitter.com`) and any instance of Nitter. */
const MIRROR_URL =
  /^(?:https?:\/\/)?(?:[a-z]{1,9}\.)?(?:(?:fxtwitter|vxtwitter|fixupx|fixvx|twittpr|xcancel)\.com|nitter(?:\.[a-z0-9-]{1,63}){1,4})\/([^?#\s]*)(?:[?#]\S*)?$/i

type XLink = { segments: readonly string[]; query: URLSearchParams }

/** Null for anything but an address on x.com or twitter.com, and for a text that is longer than any URL. */
function readXLink(text: string): XLink | null {
  if (text.length > URL_MAX) return null
  const match = X_URL.exec(trimUnseen(text))
  if (!match) return null
  const link = { segments: segmentsOf(match[1]), query: new URLSearchParams(match[2]) }
  // What X shows to visitors who are not logged in holds the address that they wanted.
  const wanted = link.query.get('redirect_after_login')
  if (!wanted?.startsWith('/')) return link
  const [path, query] = wanted.slice(1).split('?')
  return { segments: segmentsOf(path), query: new URLSearchParams(query) }
}

function segmentsOf(path = ''): string[] {
  return path.replace(/\/$/, '').split('/')
}

/** What X opens of a post: its media, numbers and reactions. */
const POST_VIEW =
  /^(?:(?:photo|video)\/\d{1,9}|analytics|quotes|reposts|retweets(?:\/with_comments)?|likes|history|hidden|mediaviewer|media_tags)?$/i
/** Today's names have up to 15 characters; some of the first years are longer, and stand in addresses of posts only. */
const EARLY_NAME = /^\w{1,20}$/

/** The post at `NAME/status/ID`, `NAME/article/ID`, `i/status/ID` or `i/web/status/ID`; an `i/article/ID` has a number of its own. */
function postAt(segments: readonly string[]): PostRef | null {
  const [name = '', kind = '', id = '', ...view] = segments
  if (/^i$/i.test(name) && /^web$/i.test(kind)) return postAt(['i', ...segments.slice(2)])
  const isNameless = /^i$/i.test(name)
  const isPost = isNameless ? /^status(?:es)?$/i.test(kind) : /^(?:status(?:es)?|article)$/i.test(kind)
  if (!isPost || !EARLY_NAME.test(name) || !isPostId(id) || !POST_VIEW.test(view.join('/'))) return null
  return { name: isNameless ? null : name, id }
}

/** Null for anything but the URL of a post that can exist, and for a text that is longer than any URL. */
export function parsePostUrl(text: string): PostRef | null {
  const link = readXLink(text)
  if (!link) return null
  const [first = '', action = ''] = link.segments
  if (first.toLowerCase() !== 'intent' || action === '') return postAt(link.segments)
  // The buttons 「いいね」 and 「リポスト」 of other sites.
  const id = link.query.get('tweet_id') ?? ''
  return isPostId(id) ? { name: null, id } : null
}

export function postUrlOf({ name, id }: PostRef): string {
  return `https://x.com/${name ?? 'i'}/status/${id}`
}

/** The address on x.com of the post or the account that a link of a mirror names (fxtwitter, Nitter …). Any other text as it is. */
export function withoutMirror(text: string): string {
  const match = text.length > URL_MAX ? null : MIRROR_URL.exec(trimUnseen(text))
  if (!match) return text
  const segments = segmentsOf(match[1])
  const post = postAt(onMirror(segments))
  if (post) return postUrlOf(post)
  const name = accountAt({ segments, query: new URLSearchParams() })
  return name === undefined ? text : `https://x.com/${name}`
}

/** Mirrors take a file's ending, a language or a picture's number behind the id. */
function onMirror(segments: readonly string[]): string[] {
  const at = /^web$/i.test(segments[1] ?? '') ? 3 : 2
  return [...segments.slice(0, at), (segments[at] ?? '').replace(/\.\w{2,5}$/, '')]
}

const SHORT = /^(?:https?:\/\/)?t\.co\//i
const ON_X = /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?:\/|$)/i
/** An account by its number instead of its name. */
const BY_ID = /^[^?#]*\.com\/(?:i\/user\/\d|intent\/(?:follow|user)\?(?:[^#]*&)?user_id=)/i
const ANY = /^(?:https?:\/\/|www\.)[^/\s]+/i

export type LinkKind = 'short' | 'x' | 'userId' | 'elsewhere'

export function linkKind(typed: string): LinkKind | null {
  const url = withoutMirror(typed).slice(0, URL_MAX)
  if (SHORT.test(url)) return 'short'
  if (ON_X.test(url)) return BY_ID.test(url) && accountIn(url) === undefined ? 'userId' : 'x'
  return ANY.test(url) ? 'elsewhere' : null
}

const SCREEN_NAME_MAX = 15

export type ScreenNameFault = 'length' | 'characters'

export function screenNameFault(typed: string): ScreenNameFault | null {
  if (typed.length < 1 || typed.length > SCREEN_NAME_MAX) return 'length'
  return /^[A-Za-z0-9_]+$/.test(typed) ? null : 'characters'
}

const PAGES = new Set(
  `about account bookmarks communities compose download en explore hashtag home i intent ja jobs lists login logout messages
  notifications oauth pic premium privacy search search-advanced settings share signup topics tos who_to_follow`.split(
    /\s+/,
  ),
)

/** The account whose page a link opens, or that it follows or searches for. */
function accountIn(url: string): string | undefined {
  const link = readXLink(withoutMirror(url))
  return link ? accountAt(link) : undefined
}

function accountAt({ segments, query }: XLink): string | undefined {
  const [first = ''] = segments
  const page = first.toLowerCase()
  if (page === 'search') return searchedAccount(query)
  const name = page === 'intent' ? (query.get('screen_name') ?? '') : first
  const bare = name.replace(/^@/, '')
  return screenNameFault(bare) === null && !PAGES.has(bare.toLowerCase()) ? bare : undefined
}

/** In a search for accounts a bare word is a name. */
function searchedAccount(query: URLSearchParams): string | undefined {
  const words = query.get('q')?.trim() ?? ''
  if (query.get('f') === 'user' && screenNameFault(words) === null) return words
  const { sure } = handlesIn(words)
  return sure.length === 1 ? sure[0] : undefined
}

/** The parts of a mention: the character before it, the name, and a letter that follows at once (`@C105東`), honorifics left out. Safari 15 knows no look-behind. */
const MENTION =
  /(^|[^\w@])(?:@+|from:@?)(\w{1,15})(?![\w@-]|\.\w|:\/\/)(?=((?!様|氏|君|殿|先生)[\p{Script=Han}\p{Script=Katakana}])?)/giu
const OPENING = /^[(<]$/
/** Blanks and punctuation. Directly behind a letter or an emoji, `@A01` may be a part of a display name, such as a place in a fair's hall. */
const BOUNDARY = /^[\s\p{P}|=+<>~^`$]?$/u
/** Bounded, so that a long line of blanks is read in linear time. */
const OWN_LINE = /^@+(\w{1,15})(?:\s{1,9}(?:フォローされています|Follows you))?$/i

/** X's title of a post: its author's display name in words, and its text in quotation marks, in which other people are mentioned. */
function isPostTitle(plain: string): boolean {
  const isOfPage = /\/ (?:X|Twitter)$/.test(plain)
  const isPost = / on (?:X|Twitter): ["“]/.test(plain) || (isOfPage && /さん: ?「/.test(plain))
  return isPost || /^(?:\(\d{1,3}\+?\) ?)?(?:X|Twitter)ユーザーの/.test(plain)
}
/** Where the post's text begins in such a title. */
const TITLE_QUOTE = /さん(?:は(?:X|Twitter)を使っています)?(?: ?\(@\w{1,15}\))?:? ?「| on (?:X|Twitter): ["“]/

type Handles = {
  /** Each once, as it was written first. */
  sure: readonly string[]
  /** What may as well be a part of a display name. */
  unsure: readonly string[]
}

/** The handles that a text names. One in brackets or on a line of its own, as X writes it, wins over others: they may belong to a display name. */
function handlesIn(plain: string): Handles {
  const isTitle = isPostTitle(plain)
  const quote = isTitle ? TITLE_QUOTE.exec(plain) : null
  const title = quote ? plain.slice(0, quote.index + quote[0].length) : plain
  const linked: string[] = []
  const words = withoutLinks(title, (url) => {
    const name = accountIn(url)
    if (name !== undefined) linked.push(name)
  })
  const bracketed: string[] = []
  const mentioned: string[] = []
  const unsure: string[] = []
  for (const [, before = '', name = '', letter] of words.matchAll(MENTION)) {
    if (OPENING.test(before)) bracketed.push(name)
    else if (!isTitle && BOUNDARY.test(before) && letter === undefined) mentioned.push(name)
    else unsure.push(name)
  }
  const onOwnLine = title.split('\n').flatMap((line) => OWN_LINE.exec(line.trim())?.[1] ?? [])
  const best = [...onOwnLine, ...bracketed]
  if (best.length > 0) return { sure: once(best), unsure: [] }
  const others = [...mentioned, ...linked]
  return others.length > 0
    ? { sure: once([...others, ...unsure]), unsure: [] }
    : { sure: [], unsure: once(unsure) }
}

function once(names: readonly string[]): string[] {
  const known = new Set<string>()
  return names.filter((name) => {
    const isNew = !known.has(name.toLowerCase())
    known.add(name.toLowerCase())
    return isNew
  })
}

const LINK_START = /https?:\/\/|www\.|^(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}\//i

/** The text without its links, each of which is told. Addresses are ASCII: another character ends them. */
function withoutLinks(text: string, tell: (url: string) => void): string {
  return text.replace(/[\x21-\x7e]+/g, (run) => {
    const start = run.search(LINK_START)
    if (start === -1) return run
    for (const url of run.slice(start).split(/(?=https?:\/\/)/i))
      tell((url.split(/[)\]}>"',;]/)[0] ?? '').replace(/[.:!?]{1,5}$/, ''))
    return `${run.slice(0, start)} `
  })
}

/** Longer texts are cut: a handle stands in the first lines of what is copied from a profile or a title. */
const PASTE_MAX = 20_000

const UNSEEN_INSIDE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f/g

const toPlain = (typed: string) =>
  trimUnseen(typed.slice(0, PASTE_MAX).normalize('NFKC').replace(UNSEEN_INSIDE, ''))

/** A cell of our own CSV files, in which spreadsheets would otherwise read the name as a number or a formula. */
const CSV_NAME = /^(?:"=""|="|'@)(\w{1,15})(?:"""|")?$/

/** The screen name in a pasted URL, page title or sentence. A text that names none, or several, is returned trimmed, for `screenNameFault` to judge. */
export function screenNameIn(typed: string): string {
  const plain = toPlain(typed)
  const cell = CSV_NAME.exec(plain)?.[1]
  if (cell !== undefined) return cell
  const { sure } = handlesIn(plain)
  return (sure.length === 1 ? sure[0] : undefined) ?? plain.replace(/^@+\s*/, '')
}

const CHOICES_MAX = 8

/** The screen names among which a visitor must choose: where a text names several, or where it may name none. */
export function screenNameChoices(typed: string): readonly string[] {
  const plain = toPlain(typed)
  const { sure, unsure } = handlesIn(plain)
  if (sure.length === 1 || screenNameFault(plain) === null) return []
  return (sure.length > 1 ? sure : unsure).slice(0, CHOICES_MAX)
}
