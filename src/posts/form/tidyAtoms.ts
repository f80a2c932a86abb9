import { atom } from 'jotai/vanilla'
import { BATCH_MAX } from '../../../contract/PostUrl.ts'
import { text } from '../../text/ja.ts'
import { START, urlsOf } from './inputRows.ts'
import type { InputRows } from './inputRows.ts'
import { excessAtom, hintsAtom, replaceRowsAtom, rowsAtom } from './rowsAtoms.ts'

/** From this many rows on, all can be cleared with one press. */
const MANY = 3

const KINDS = ['first', 'mistakes', 'all'] as const
type Tidying = (typeof KINDS)[number]

/** The rows before the last press, and those that it left: once these are edited there is nothing to undo. */
const undoneAtom = atom<{ before: InputRows; after: InputRows } | null>(null)

/** What can be done to the whole list at once. */
export const tidyingsAtom = atom((get): Tidying[] => {
  const offered = {
    first: get(excessAtom) > 0,
    mistakes: get(hintsAtom).size > 0,
    all: urlsOf(get(rowsAtom)).length >= MANY,
  } satisfies Record<Tidying, boolean>
  return KINDS.filter((kind) => offered[kind])
})
export const canUndoAtom = atom((get) => get(undoneAtom)?.after === get(rowsAtom))

export const tidyAtom = atom(null, (get, set, kind: Tidying) => {
  const before = get(rowsAtom)
  const hints = get(hintsAtom)
  const filled = before.filter((row) => row.value.trim() !== '')
  const left = {
    first: () => filled.slice(0, BATCH_MAX),
    mistakes: () => filled.filter((row) => !hints.has(row.id)),
    all: () => [],
  } satisfies Record<Tidying, () => InputRows>
  const rows = left[kind]()
  const after = rows.length > 0 ? rows : START
  set(replaceRowsAtom, after, text.post.tidy.done(rows.length))
  set(undoneAtom, { before, after })
})

export const undoTidyAtom = atom(null, (get, set) => {
  const undone = get(undoneAtom)
  if (!undone || !get(canUndoAtom)) return
  set(replaceRowsAtom, undone.before, text.post.tidy.done(urlsOf(undone.before).length))
})
