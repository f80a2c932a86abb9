import { linksIn, plainText } from '../../../contract/links.ts'
import {
  BATCH_POSTS_MAX,
  URL_LENGTH_MAX,
  isCutLink,
  isXUrl,
  parsePostUrl,
  toPostUrl,
} from '../../../contract/names.ts'
import { runAtOnce, runInSlices } from '../../lib/slices.ts'
import type { Slices } from '../../lib/slices.ts'

/** `older`: how many posts beyond the newest `BATCH_POSTS_MAX` were left out. `others`: how many links were, because they are no posts. */
export type PastedPosts = { urls: readonly string[]; older: number; others: number }

/** Characters that are read in one step: a few milliseconds on a slow phone. */
export const SLICE = 16_384

/** Reads the posts in a text of any length. */
function* readPastedPosts(text: string): Slices<PastedPosts> {
  if (ARCHIVE.test(text.slice(0, 1_000))) return yield* newest(yield* idsInArchive(text), 0)
  /** Rows by the number of their post or, without one, by their text: each post once. */
  const posts: Rows = new Map()
  const others = new Set<string>()
  const ids: Rows = new Map()
  let otherCount = 0
  for (const slice of slicesOf(text)) {
    const plain = plainText(slice)
    for (const link of linksIn(plain)) {
      const isCut = link.includes('...') && isCutLink(link)
      const post = isCut || others.has(link) ? null : parsePostUrl(link)
      if (post) posts.set(post.id, posts.get(post.id) ?? (isXUrl(link) ? link : toPostUrl(post)))
      else if (isCut) posts.set(link, link)
      else {
        otherCount++
        if (others.size < BATCH_POSTS_MAX) others.add(link)
      }
    }
    // Numbers in a table that has links are something else, such as the number of an account.
    if (posts.size + otherCount === 0)
      for (const word of plain.split(WORD_ENDS)) if (BARE_ID.test(word)) ids.set(word, idToRow(word))
    yield
  }
  if (posts.size > 0) return yield* newest(posts, otherCount)
  if (otherCount === 0) return yield* newest(ids, 0)
  return { urls: [...others], older: 0, others: 0 }
}

type Rows = Map<string, string>

/** Reads a text at once, which takes longer than a task should if it is longer than `SLICE`. */
export const readPastedPostsAtOnce = (text: string) => runAtOnce(readPastedPosts(text))

export const readPastedPostsInSlices = (text: string) => runInSlices(readPastedPosts(text))

/** Matches a word that is the id of a post, also as a table rounded it (1.98E+18, or 1,98E+18 where a comma is the decimal mark). */
const BARE_ID = /^(?:\d{15,19}|\d(?:[.,]\d{1,17})?e\+?1[4-8])$/i
const WORD_ENDS = /(?:[\s;:#|"'=()[\]、。「」『』【】]|,(?!\d{1,17}e\+?1[4-8]))+/i
/** Length of the longest text that `WORD_ENDS` looks at to tell a decimal comma. */
const WORD_END_LENGTH = 22
/** A spreadsheet keeps 15 digits of a number, and writes zeros for the others. */
const ROUNDED_ID = /^\d{15}0{3,4}$|e/i

/** Whether a text is the id of a post as a spreadsheet rounded it, which names no post. */
export function isRoundedId(text: string): boolean {
  const plain = plainText(text)
  return BARE_ID.test(plain) && ROUNDED_ID.test(plain)
}

function idToRow(id: string): string {
  return ROUNDED_ID.test(id) ? id : toPostUrl({ name: null, id })
}

/** Cuts a text into slices that end between two words, unless a word is longer than any link. */
function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + SLICE
    let stop = end
    while (stop < text.length && stop > end - URL_LENGTH_MAX && !endsWord(text, stop)) stop--
    if (stop === end - URL_LENGTH_MAX) stop = end
    yield text.slice(start, stop)
    start = stop
  }
}

function endsWord(text: string, at: number): boolean {
  return text.slice(at, at + WORD_END_LENGTH).search(WORD_ENDS) === 0
}

/** Keeps the newest posts in their order. Tens of thousands of numbers are sorted a few hundred in one step. */
function* newest(rows: Rows, others: number): Slices<PastedPosts> {
  if (rows.size <= BATCH_POSTS_MAX) return { urls: [...rows.values()], older: 0, others }
  let keys: string[] = []
  for (const key of rows.keys()) {
    keys.push(key)
    if (keys.length < 2 * BATCH_POSTS_MAX) continue
    keys = newestKeys(keys)
    yield
  }
  const urls: string[] = []
  const kept = new Set(newestKeys(keys))
  for (const [key, row] of rows) if (kept.has(key)) urls.push(row)
  return { urls, older: rows.size - urls.length, others }
}

/** Returns the newest of the numbers of posts. A longer number is newer, and of two of the same length the greater one. */
const newestKeys = (keys: string[]) =>
  keys.sort((a, b) => b.length - a.length || (a < b ? 1 : -1)).slice(0, BATCH_POSTS_MAX)

/** The same for two rows if they are about the same post. */
export function postKey(row: string): string {
  return parsePostUrl(row)?.id ?? row.trim()
}

/** The beginning of `tweets.js` in X's archive. */
const ARCHIVE = /^\s*(?:window\.YTD\.\w{1,40}\.part\d{1,4}\s*=\s*)?\[\s*\{\s*"tweet"\s*:/
/** Matches a text or a bracket of JSON. An unclosed text ends at the end, so that it is read once. */
const JSON_TOKEN = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|[{}[\]]/g
/** Depth of a post's own members in the archive: in the list, its entry, and the post. */
const POST_DEPTH = 3
const TOKENS_AT_ONCE = 5_000

/** Reads the ids of the posts in an archive, without those of the accounts and pictures in them. The file may be cut off. */
function* idsInArchive(text: string): Generator<void, Rows> {
  const rows: Rows = new Map()
  let depth = 0
  let member = ''
  let tokens = 0
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (depth === POST_DEPTH && member === '"id_str"') {
      const id = token.slice(1, -1)
      const url = toPostUrl({ name: null, id })
      if (parsePostUrl(url)) rows.set(id, url)
    }
    member = token
    if (++tokens % TOKENS_AT_ONCE === 0) yield
  }
  return rows
}
