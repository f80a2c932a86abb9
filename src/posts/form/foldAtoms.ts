import { atom } from 'jotai/vanilla'
import type { InputRow } from './inputRows.ts'
import { lastSentToAtom, hintsAtom, rowsAtom } from './rowsAtoms.ts'

/** From this many rows on, most are folded away: fewer fit on one or two screens of a phone. */
const FOLD_FROM = 10
/** Rows that stay visible at the top, to recognise the list; the last row stays too, for more input. */
const HEAD = 3

type NumberedRow = { row: InputRow; number: number }
/** The rows that are shown, how many are folded away, and how many of those have a hint. */
type Shown = { rows: readonly NumberedRow[]; hidden: number; hinted: number }

const openAtom = atom(false)
const foldableAtom = atom((get) => get(rowsAtom).length >= FOLD_FROM)

export const foldAtom = atom((get) => (get(foldableAtom) ? (get(openAtom) ? 'open' : 'closed') : 'none'))

export const shownRowsAtom = atom((get): Shown => {
  const all = get(rowsAtom).map((row, index): NumberedRow => ({ row, number: index + 1 }))
  if (get(foldAtom) !== 'closed') return { rows: all, hidden: 0, hinted: 0 }
  // The row that the focus was sent to is shown, wherever it stands.
  const sentTo = get(lastSentToAtom)
  const stays = ({ row, number }: NumberedRow) => number <= HEAD || number === all.length || row.id === sentTo
  const hints = get(hintsAtom)
  const hidden = all.filter((row) => !stays(row))
  return {
    rows: all.filter(stays),
    hidden: hidden.length,
    hinted: hidden.filter(({ row }) => hints.has(row.id)).length,
  }
})

export const toggleFoldAtom = atom(null, (get, set) => set(openAtom, !get(openAtom)))
