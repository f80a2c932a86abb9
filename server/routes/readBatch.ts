import type { PostResult } from '../../contract/wire.ts'
import type { SavedHistory, Store } from '../store/Store.ts'

export const HISTORY_ID = /^[\w-]{22}$/

/** A saved batch with all of its rows; `changed` are those in which it differs from its `base`. */
export type ReadBatch = SavedHistory & { changed: PostResult[] }

/** Reads a saved batch. One whose base is gone has only the rows that it stores itself. */
export async function readBatch(store: Store, id: string): Promise<ReadBatch | null> {
  const own = await store.readHistory(id)
  if (!own?.base) return own && { ...own, changed: [] }
  const base = await store.readHistory(own.base)
  return { ...own, changed: own.results, results: base ? withRows(base.results, own.results) : own.results }
}

/** The same rows, with newer ones in place of those of the same URL. */
export function withRows(rows: PostResult[], newer: PostResult[]): PostResult[] {
  const byUrl = new Map(newer.map((row) => [row.url, row]))
  return rows.map((row) => byUrl.get(row.url) ?? row)
}
