import * as v from 'valibot'
import {
  URL_LENGTH_MAX,
  isXUrl,
  screenNameInLink,
  linkKindOf,
  parsePostUrl,
} from '../../../contract/names.ts'
import { isRoundedId, postKey, readPastedPostsAtOnce } from './pastedPosts.ts'

/** One row of the form. `id` is based on the time when the row was added, in Unix milliseconds, and is unique. */
export const InputRow = v.object({ id: v.pipe(v.number(), v.safeInteger()), value: v.string() })
export type InputRow = v.InferOutput<typeof InputRow>
export type InputRows = readonly InputRow[]

export function createEmptyRows(): InputRows {
  return [{ id: Date.now(), value: '' }]
}

export function withRowValue(rows: InputRows, id: number, value: string): InputRows {
  return rows.map((row) => (row.id === id ? { id, value } : row))
}

/** Removes a row, unless it is the only one. */
export function withoutRow(rows: InputRows, id: number): InputRows {
  return rows.length > 1 ? rows.filter((row) => row.id !== id) : rows
}

export function withAddedRows(rows: InputRows, values: readonly string[], behind?: number): InputRows {
  const firstId = rows.reduce((fresh, row) => Math.max(fresh, row.id + 1), Date.now())
  const added = values.map((value, index) => ({ id: firstId + index, value }))
  const at = rows.findIndex((row) => row.id === behind)
  const place = at === -1 ? rows.length : at + 1
  return [...rows.slice(0, place), ...added, ...rows.slice(place)]
}

/** Replaces one row by a row for each URL, and removes empty rows. */
export function spreadOverRows(rows: InputRows, id: number, urls: readonly string[]): InputRows {
  const [first = '', ...others] = urls
  const filled = withAddedRows(withRowValue(rows, id, first), others, id)
  return filled.filter((row) => row.value.trim() !== '')
}

/** Returns what a row stands for: the URL of its only post, however it was written, else its text. */
function rowUrl(value: string): string {
  const typed = value.trim()
  if (typed.length > URL_LENGTH_MAX || (isXUrl(typed) && parsePostUrl(typed))) return typed
  const [only = '', ...others] = readPastedPostsAtOnce(typed).urls
  return others.length === 0 && parsePostUrl(only) ? only : typed
}

/** Returns what is checked, each post once. */
export function urlsInRows(rows: InputRows): string[] {
  const urls = rows.map(({ value }) => rowUrl(value)).filter((url) => url !== '')
  const listed = new Set<string>()
  return urls.filter((url) => {
    const key = postKey(url)
    const isNew = !listed.has(key)
    listed.add(key)
    return isNew
  })
}

export function rowsFromUrls(urls: readonly string[]): InputRows {
  return withAddedRows([], urls)
}

/** Reads stored rows; null if they are missing or invalid. If ids occur twice, all rows get new ones. */
export function parseStoredRows(stored: unknown): InputRows | null {
  const read = v.safeParse(v.pipe(v.array(InputRow), v.minLength(1)), stored)
  if (!read.success) return null
  const unique = new Set(read.output.map((row) => row.id)).size === read.output.length
  return unique ? read.output : rowsFromUrls(read.output.map(({ value }) => value))
}

export function parseStoredUrls(stored: unknown): string[] | null {
  const read = v.safeParse(v.pipe(v.array(v.string()), v.minLength(1)), stored)
  return read.success ? read.output : null
}

/** Returns the URLs that a link or a share sheet passed in the address: each `url`, and the links in `text`, of which only posts if it has any. */
export function urlsInAddress(search: URLSearchParams): string[] {
  const urls = search.getAll('url').map((url) => readPastedPostsAtOnce(url).urls[0] ?? url.trim())
  const { urls: inWords } = readPastedPostsAtOnce(search.getAll('text').join('\n'))
  return [...urls, ...inWords].filter((url) => url !== '')
}

/** Returns the account if exactly one profile, and no post, was shared from X's app; else null. */
export function profileInAddress(search: URLSearchParams): string | null {
  const [url = '', ...others] = urlsInAddress(search)
  return others.length > 0 || parsePostUrl(url) !== null ? null : (screenNameInLink(url) ?? null)
}

export function withMissingUrls(rows: InputRows, urls: readonly string[]): InputRows {
  const missing = newUrls(rows, urls)
  if (missing.length === 0) return rows
  return withAddedRows(
    rows.filter((row) => row.value.trim() !== ''),
    missing,
  )
}

/** Returns the URLs of posts that no row has yet, each post once. */
export function newUrls(rows: InputRows, urls: readonly string[]): string[] {
  const listed = new Set(rows.map((row) => postKey(rowUrl(row.value))))
  return urls.filter((url) => {
    const isNew = !listed.has(postKey(url))
    listed.add(postKey(url))
    return isNew
  })
}

export type RowHint = 'notPost' | 'shortLink' | 'cut' | 'rounded' | 'account' | 'elsewhere' | 'duplicate'

/** Returns hints about probable mistakes by row id. Rows with a hint are still sent. */
export function hintsByRow(rows: InputRows): ReadonlyMap<number, RowHint> {
  const hints = new Map<number, RowHint>()
  const listed = new Set<string>()
  for (const { id, value } of rows) {
    const post = parsePostUrl(rowUrl(value))
    if (!post && value.trim() !== '') hints.set(id, mistakeOf(value.trim()))
    if (post && listed.has(post.id)) hints.set(id, 'duplicate')
    if (post) listed.add(post.id)
  }
  return hints
}

/** An @ with a name, but no e-mail address. */
const HANDLE = /(?:^|[^\w.])[@＠]\w{1,15}(?!\w|\.\w)/

function mistakeOf(value: string): RowHint {
  const kind = linkKindOf(value)
  if (kind === 'short') return 'shortLink'
  if (kind === 'elsewhere' || kind === 'cut') return kind
  if (isRoundedId(value)) return 'rounded'
  if (kind === 'userId') return 'account'
  return screenNameInLink(value) !== undefined || HANDLE.test(value) ? 'account' : 'notPost'
}
