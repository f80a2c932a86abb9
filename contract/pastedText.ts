import { accountIn, linkKind, parsePostUrl, readXLink, trimUnseen, withoutMirror } from './names.ts'
import type { LinkKind } from './names.ts'
import { screenNameFault } from './screenName.ts'

/** The account that a link to X's search looks for. In a search for accounts a bare word is a name. */
function searchedAccount(url: string): string | undefined {
  const link = readXLink(url)
  if (link?.segments[0]?.toLowerCase() !== 'search') return undefined
  const { query } = link
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
    const name = accountIn(url) ?? searchedAccount(url)
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

type TypedText = {
  /** The URL of the post on x.com, if the text is one. */
  post: string | null
  /** The kind of a link that names neither an account nor a post on X. */
  otherLink: Exclude<LinkKind, 'x'> | null
  choices: readonly string[]
}

/** What a text in the field for a screen name is, if it is not a name that can be checked. */
export function readTypedText(typed: string): TypedText {
  const link = withoutMirror(typed.normalize('NFKC').trim())
  const kind = linkKind(typed.trim())
  return {
    post: parsePostUrl(link) ? link : null,
    otherLink: kind === 'x' ? null : kind,
    choices: screenNameChoices(typed),
  }
}
