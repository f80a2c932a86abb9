import * as v from 'valibot'
import { History } from '../../contract/wire.ts'
import type { SavedHistory } from './Store.ts'

const Stored = v.pipe(v.string(), v.parseJson(), History)

/** A history as its store kept it; null for none, and for one that no longer reads as a history. */
export function storedHistory(text: unknown): SavedHistory | null {
  const read = v.safeParse(Stored, text)
  return read.success ? read.output : null
}
