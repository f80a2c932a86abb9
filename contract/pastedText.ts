import {
  screenNameInLink,
  linkKindOf,
  parsePostUrl,
  readXLink,
  trimInvisible,
  mirrorToXUrl,
} from './names.ts'
import type { LinkKind } from './names.ts'
import { linksIn, plainText, unwrapLink } from './links.ts'
import { TYPED_LENGTH_MAX, screenNameFault } from './screenName.ts'

/** Reads the account that a link to X's search looks for. In a search for accounts, a single word is a name. */
function searchedAccount(url: string): string | undefined {
  const link = readXLink(url)
  if (link?.segments[0]?.toLowerCase() !== 'search') return undefined
  const { query } = link
  const words = query.get('q')?.trim() ?? ''
  if (query.get('f') === 'user' && screenNameFault(words) === null) return words
  const { sure } = handlesIn(words)
  return sure.length === 1 ? sure[0] : undefined
}

/**
 * Matches a mention. The groups are the character before it, the name, and a letter that follows directly (`@C105東`) unless it begins an
 * honorific. Safari 15 has no look-behind.
 */
const MENTION =
  /(^|[^\w@])(?:@+|from:@?)(\w{1,15})(?![\w@-]|\.[\w.]|:\/\/|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}])(?=((?!様|氏|君|殿|先生)[\p{Script=Han}\p{Script=Katakana}])?)/giu
/** Matches a mention that an app showed cut (`@tar…`), or a text that is such a name. */
const CUT_MENTION = /(?:^|[^\w@])(?:@+|from:@?)\w{1,15}\.\.|^\w{1,15}\.{2,3}$/i
const OPENING_BRACKET = /^[(<]$/
/** Matches blanks and punctuation. Directly behind a letter or an emoji, `@A01` may be part of a display name, e.g. a booth at a fair. */
const MENTION_BOUNDARY = /^[\s\p{P}|=+<>~^`$]?$/u
/** Matches a handle on its own line. The blanks are limited, so that a long line of them is read in linear time. */
const OWN_LINE = /^@+(\w{1,15})(?:\s{1,9}(?:フォローされています|Follows you))?$/i

/** Returns whether a text is X's title of a post: the author's display name, and the post's text in quotation marks, which may mention others. */
function isPostTitle(plain: string): boolean {
  const isOfPage = /\/ (?:X|Twitter)$/.test(plain)
  const isPost = / on (?:X|Twitter): ["“]/.test(plain) || (isOfPage && /さん: ?「/.test(plain))
  return isPost || /^(?:\(\d{1,3}\+?\) ?)?(?:X|Twitter)ユーザーの/.test(plain)
}
/** Matches the place in such a title where the post's text begins. */
const TITLE_QUOTE = /さん(?:は(?:X|Twitter)を使っています)?(?: ?\(@\w{1,15}\))?:? ?「| on (?:X|Twitter): ["“]/

type Handles = {
  /** Each handle once, in its first spelling. */
  sure: readonly string[]
  /** Handles that may be part of a display name instead. */
  unsure: readonly string[]
}

/** Finds the handles in a text. A handle in brackets or on its own line, as X writes it, wins, because others may belong to a display name. */
function handlesIn(plain: string): Handles {
  const isTitle = isPostTitle(plain)
  const quote = isTitle ? TITLE_QUOTE.exec(plain) : null
  const title = quote ? plain.slice(0, quote.index + quote[0].length) : plain
  const linked: string[] = []
  const words = withoutLinks(title, (url) => {
    const name = screenNameInLink(url) ?? searchedAccount(url)
    if (name !== undefined) linked.push(name)
  })
  const bracketed: string[] = []
  const mentioned: string[] = []
  const unsure: string[] = []
  for (const [, before = '', name = '', letter] of words.matchAll(MENTION)) {
    if (OPENING_BRACKET.test(before)) bracketed.push(name)
    else if (!isTitle && MENTION_BOUNDARY.test(before) && letter === undefined) mentioned.push(name)
    else unsure.push(name)
  }
  const onOwnLine = title.split('\n').flatMap((line) => OWN_LINE.exec(line.trim())?.[1] ?? [])
  const best = [...onOwnLine, ...bracketed]
  if (best.length > 0) return { sure: once(best), unsure: [] }
  const others = [...mentioned, ...linked]
  return others.length > 0 && !CUT_MENTION.test(words)
    ? { sure: once([...others, ...unsure]), unsure: [] }
    : { sure: [], unsure: once([...others, ...unsure]) }
}

function once(names: readonly string[]): string[] {
  const known = new Set<string>()
  return names.filter((name) => {
    const isNew = !known.has(name.toLowerCase())
    known.add(name.toLowerCase())
    return isNew
  })
}

const LINK_START = /https?:\/\/|(?:twitter|x):\/\/|https?%3a|www\.|^(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}\//i

/** Removes the links from a text and passes each of them to `tell`. A link ends at the first character beyond ASCII, unless it could be part of a word in the link (`x.com/Pokémon` is not @Pok). One that X shows cut keeps its dots. */
function withoutLinks(text: string, tell: (url: string) => void): string {
  return text.replace(/[\x21-\x7e\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+/gu, (run) => {
    const start = run.search(LINK_START)
    if (start === -1) return run
    for (const url of run.slice(start).split(/(?=https?:\/\/)/i))
      tell(unwrapLink(url.split(/[)\]}>"',;|*`\\]/)[0] ?? '').replace(/[.:!?]{1,5}$/, keepCutMark))
    return `${run.slice(0, start)} `
  })
}

const keepCutMark = (marks: string) => (marks.startsWith('..') ? '...' : '')

/** Returns a text without its last word if the field may have cut it. */
function wholeWords(typed: string): string {
  if (typed.length < TYPED_LENGTH_MAX) return typed
  return typed.slice(0, Math.max(0, typed.lastIndexOf(' '), typed.lastIndexOf('\n')))
}

/**
 * Matches a bare name with the marks that a sentence, a chat or our own CSV files put around it. CSV files protect names that a spreadsheet
 * would read as a number or a formula (`="1e5"`). The group is the name, with the dots of a cut one.
 */
const MARKED_NAME = /^["'“‘`「『【《〈(<[*~=]{0,4}(@?\w{1,15}\.{0,3})["'”’`」』】》〉)>\]*~]{0,4}[。、\\]?$/

const withoutMarks = (name: string) => name.replace(MARKED_NAME, '$1')

const toPlain = (typed: string) => withoutMarks(trimInvisible(plainText(wholeWords(typed).normalize('NFKC'))))

/** Finds the screen name in a pasted URL, page title or sentence. If there is none, or several, returns the trimmed text, which `screenNameFault` judges. */
export function screenNameInText(typed: string): string {
  const plain = toPlain(typed)
  const { sure } = handlesIn(plain)
  return (sure.length === 1 ? sure[0] : undefined) ?? plain.replace(/^@+\s*/, '')
}

const CHOICES_MAX = 8

/** Returns the screen names that a visitor must choose from, if a text names several or only uncertain ones. */
export function screenNameChoices(typed: string): readonly string[] {
  const plain = toPlain(typed)
  const { sure, unsure } = handlesIn(plain)
  if (sure.length === 1 || screenNameFault(plain) === null) return []
  const named = sure.length > 1 ? sure : unsure
  return (named.length > 0 ? named : listedNames(plain)).slice(0, CHOICES_MAX)
}

/** Reads a list of bare names (`a, b`); empty for any other text. */
function listedNames(plain: string): readonly string[] {
  const names = plain.split(/[,、;/|\n\t]+/).map((name) => withoutMarks(name.trim()))
  const isList = names.length > 1 && names.every((name) => screenNameFault(name) === null)
  return isList ? once(names) : []
}

type TypedText = {
  /** The URL of the post on x.com, if the text is one. */
  post: string | null
  /** The kind of a link that names neither an account nor a post on X, or that names it only in part, as a cut mention does. */
  otherLink: Exclude<LinkKind, 'x'> | null
  choices: readonly string[]
}

/** Tells what a text in the field for a screen name is, if it is not a name that can be checked. */
export function readTypedText(typed: string): TypedText {
  const plain = plainText(wholeWords(typed))
  const [link = '', ...others] = linksIn(plain)
  const url = mirrorToXUrl(link)
  const isOneWord = !/\s/.test(plain.trim())
  const isPost = isOneWord && others.length === 0 && parsePostUrl(url) !== null
  const kind =
    linkKindOf(typed.trim()) ?? linkKindOf(link) ?? (CUT_MENTION.test(toPlain(typed)) ? 'cut' : null)
  const isRead = kind === 'x' || screenNameFault(screenNameInText(typed)) === null
  return {
    post: isPost ? url : null,
    otherLink: isRead ? null : kind,
    choices: screenNameChoices(typed),
  }
}
