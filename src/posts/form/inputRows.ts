import * as v from 'valibot'

/** One row of the form. `id` is the time it was added, in Unix milliseconds, made unique; the row that is there from the start has 0. */
export const InputRow = v.object({ id: v.pipe(v.number(), v.safeInteger()), value: v.string() })
export type InputRow = v.InferOutput<typeof InputRow>
export type InputRows = readonly InputRow[]

export const START: InputRows = [{ id: 0, value: '' }]

/** An id that no row has, also when two rows are added in one millisecond. */
function freshId(rows: InputRows): number {
  return rows.reduce((fresh, row) => Math.max(fresh, row.id + 1), Date.now())
}

export function withValue(rows: InputRows, id: number, value: string): InputRows {
  return rows.map((row) => (row.id === id ? { id, value } : row))
}

/** The rows without one of them; the last one stays. */
export function without(rows: InputRows, id: number): InputRows {
  return rows.length > 1 ? rows.filter((row) => row.id !== id) : rows
}

/** One more row for each value, at the end or behind a given row. */
export function withAdded(rows: InputRows, values: readonly string[], behind?: number): InputRows {
  const firstId = freshId(rows)
  const added = values.map((value, index) => ({ id: firstId + index, value }))
  const at = rows.findIndex((row) => row.id === behind)
  const place = at === -1 ? rows.length : at + 1
  return [...rows.slice(0, place), ...added, ...rows.slice(place)]
}

/** Puts several URLs into one row: the first takes its place, the others follow, and empty rows are removed. */
export function spread(rows: InputRows, id: number, urls: readonly string[]): InputRows {
  const [first = '', ...others] = urls
  const filled = withAdded(withValue(rows, id, first), others, id)
  return filled.filter((row) => row.value.trim() !== '')
}

/** The URLs to check: the values, trimmed, without empty ones. */
export function urlsOf(rows: InputRows): string[] {
  return rows.map((row) => row.value.trim()).filter((value) => value !== '')
}

/** A row for each URL. */
export function rowsWith(urls: readonly string[]): InputRows {
  return urls.map((value, id) => ({ id, value }))
}

/** Rows read back from storage; null when it holds none. Ids are made unique again. */
export function readRows(stored: unknown): InputRows | null {
  const read = v.safeParse(v.pipe(v.array(InputRow), v.minLength(1)), stored)
  if (!read.success) return null
  const unique = new Set(read.output.map((row) => row.id)).size === read.output.length
  return unique ? read.output : rowsWith(read.output.map(({ value }) => value))
}

/** URLs read back from storage; null when it holds none. */
export function readUrls(stored: unknown): string[] | null {
  const read = v.safeParse(v.pipe(v.array(v.string()), v.minLength(1)), stored)
  return read.success ? read.output : null
}
