import { PLAIN_CUT_URL, PLAIN_POST_URL, URL_LENGTH_MAX, isCutLink, isXUrl, mirrorToXUrl } from './names.ts'

const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f/g
/** Matches the backslash that Markdown and JSON put before punctuation (`a\_b`, `\/`). */
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g

/** Matches the dots with which apps and people cut a text, each in its own way. */
const DOTS = /[…‥⋯]|・・・/g
/** Matches an underscore as URLs and HTML encode it, which would end a name. */
const ENCODED_UNDERSCORE = /%5f|&#(?:95|x5f);/gi
/** Matches a character of ASCII as JSON can write it. The group is its number. */
const JSON_ASCII = /\\u00([2-7][\da-f])/gi

const FULL_WIDTH = /[\uff01-\uff5e]+/g

/** Returns a text as it was meant: without full-width letters, invisible characters and escapes. */
export function plainText(text: string): string {
  return text
    .replace(FULL_WIDTH, (letters) => letters.normalize('NFKC'))
    .replace(DOTS, '...')
    .replace(UNSEEN, '')
    .replace(ENCODED_UNDERSCORE, '_')
    .replace(JSON_ASCII, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(ESCAPE, '')
    .replaceAll('&amp;', '&')
}

/** Text between links. A link has ASCII characters only, and Markdown, HTML, JSON and tables put these around it. */
const SEPARATORS = /[^\x21-\x7e]+|[,;|<>"'()[\]{}*`~\\^]+/
const LINK_START = /https?:\/\/|(?:twitter|x):\/\/|https?%(?:25)*3a/i
/** Matches a slash, also one that is percent-encoded several times. Every link has one, and one of these marks. */
const SLASH = /\/|%(?:25)*2f/i
const MARK = /[.:%]/
const HAS_SCHEME = /^(?:https?|twitter|x):\/\//i

/**
 * Splits plain text into links. One that another service wrapped is unwrapped, one of a mirror becomes one of x.com, and one that X shows cut
 * keeps its `...`.
 */
export function linksIn(plain: string): string[] {
  /** The links of each word, because tables and archives repeat them. */
  const known = new Map<string, readonly string[]>()
  return plain.split(SEPARATORS).flatMap((word) => {
    if (!SLASH.test(word) || !MARK.test(word)) return []
    const links = known.get(word) ?? linksInWord(word)
    known.set(word, links)
    return links
  })
}

function linksInWord(marked: string): readonly string[] {
  if (PLAIN_POST_URL.test(marked) || PLAIN_CUT_URL.test(marked)) return [marked]
  const word = withoutItalics(marked)
  const text = word.slice(Math.max(0, word.search(LINK_START)))
  if (!text.includes('://', SECOND_SCHEME_MIN)) return linkOf(text)
  const parts = text.split(/(?=https?:\/\/)/i)
  // Before another link in the same word, `…?url=` and `…/` belong to the service that wrapped it.
  return parts.filter((part, index) => index === parts.length - 1 || !/[=/]$/.test(part)).flatMap(linkOf)
}

/** The first place of `://` in a second link of a text that begins with one (`x://http://`). */
const SECOND_SCHEME_MIN = 8

/** The link, if this is one. */
function linkOf(part: string): readonly string[] {
  const link = trimLink(unwrapLink(part.slice(0, URL_LENGTH_MAX)))
  if (isXUrl(link)) return link.includes('/') ? [link] : []
  const onX = mirrorToXUrl(link)
  return HAS_SCHEME.test(onX) ? [onX] : []
}

/** Removes Markdown's underscores around a word. */
function withoutItalics(word: string): string {
  if (!word.startsWith('_')) return word
  let [start, end] = [0, word.length]
  while (start < end && word.charAt(start) === '_') start++
  while (end > start && word.charAt(end - 1) === '_') end--
  return word.slice(start, end)
}

const X_LINK_INSIDE = /(?:https?:\/\/|=)(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\//i

/** Returns the link of X in the address of another service (`google.com/url?q=…`), also if it is percent-encoded; other links unchanged. */
export function unwrapLink(link: string): string {
  const bare = link.replace(/^\W+/, '')
  if (isXUrl(bare)) return withoutNextParameter(bare)
  const decoded = percentDecoded(bare)
  const at = decoded.search(X_LINK_INSIDE)
  return at === -1 ? bare : withoutNextParameter(decoded.slice(at).replace(/^=/, ''))
}

/** The path of a link of X has no `&`: that begins the next parameter of the service that wrapped it. */
function withoutNextParameter(link: string): string {
  const [path = ''] = link.split('?')
  const end = path.indexOf('&')
  return end === -1 ? link : link.slice(0, end)
}

/** Wrappers in wrappers encode several times. */
const ENCODINGS_MAX = 3

function percentDecoded(text: string): string {
  let decoded = text
  for (let round = 0; round < ENCODINGS_MAX && decoded.includes('%'); round++)
    decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run)
      } catch {
        return run
      }
    })
  return decoded
}

/** Ids with so many digits are whole, whatever follows them. */
const WHOLE_ID = /[/=]\d{19}$/

/** Removes punctuation behind a link, but keeps `...` for the dots with which X cuts a path. A cut link of a mirror becomes one of X. */
function trimLink(link: string): string {
  let end = link.length
  while (end > 0 && '.:!?'.includes(link.charAt(end - 1))) end--
  const trimmed = link.slice(0, end)
  if (!link.startsWith('..', end) || WHOLE_ID.test(trimmed)) return trimmed
  const cut = `${mirrorToXUrl(trimmed)}...`
  return isCutLink(cut) ? cut : trimmed
}
