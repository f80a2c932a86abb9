import * as v from 'valibot'
import { History } from '../../contract/wire.ts'
import type { SavedHistory } from './Store.ts'

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ...History.entries, base: v.fallback(v.optional(v.string()), undefined) }),
)
/** What a history takes of a store beside its text: its id, its time and its places in indexes. */
export const HISTORY_OVERHEAD = 200
/** Bytes that all histories together may take unless told otherwise. */
export const HISTORIES_MAX = 1024 * 1024 * 1024

/** A history as its store kept it; null for none, and for one that no longer reads as a history. */
export function storedHistory(text: unknown): SavedHistory | null {
  const read = v.safeParse(Stored, text)
  return read.success ? read.output : null
}
