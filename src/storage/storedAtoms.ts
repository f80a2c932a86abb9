import { atom } from 'jotai/vanilla'
import type { StorageSwitch, StoreOutcome } from './database.ts'
import { removeRows, restoreRows } from './rows.ts'
import type { StoredRow } from './rows.ts'
import { createUndo } from '../lib/undo.ts'

/** `away`: the browser refuses to store anything. */
type StoredState<All> = { state: 'loading' | 'away' | 'ready'; all: All | null }

/** A change that can be undone. `restored`: how many records were read back from a file; absent after a deletion. */
type UndoableChange = { undo: () => Promise<StoreOutcome>; restored?: number }

export function createStoredAtoms<All extends { unreadable: number; rows: readonly StoredRow[] }>(store: {
  read: () => Promise<All | null>
  keeps: StorageSwitch
}) {
  const stateAtom = atom<StoredState<All>>({ state: 'loading', all: null })
  const switchAtom = atom(store.keeps.isOnAtFirst)
  const outcomeAtom = atom<StoreOutcome>('kept')

  const allAtom = atom((get) => get(stateAtom).all)

  const loadAtom = atom(null, async (_get, set) => {
    const [all, on] = await Promise.all([store.read(), store.keeps.isOn()])
    set(switchAtom, on)
    set(stateAtom, { state: all ? 'ready' : 'away', all })
  })

  const changeAtom = atom(null, async (_get, set, change: () => Promise<StoreOutcome>) => {
    const outcome = await change()
    set(outcomeAtom, outcome)
    await set(loadAtom)
    return outcome === 'kept'
  })

  const { removedAtom: doneAtom, undoAtom } = createUndo<UndoableChange>((set, { undo }) =>
    set(changeAtom, undo),
  )

  const removeShownAtom = atom(null, async (_get, set, rows: readonly StoredRow[]) => {
    if (await set(changeAtom, () => removeRows(rows))) set(doneAtom, { undo: () => restoreRows(rows) })
  })

  return {
    allAtom,
    changeAtom,
    doneAtom,
    loadAtom,
    cardAtom: atom((get) => ({
      state: get(stateAtom).state,
      isOn: get(switchAtom),
      isFull: get(outcomeAtom) === 'full',
      unreadable: get(allAtom)?.unreadable ?? 0,
      done: get(doneAtom),
    })),
    toggleAtom: atom(null, async (_get, set, on: boolean) => {
      set(switchAtom, on)
      return await set(changeAtom, () => store.keeps.turn(on))
    }),
    removeAtom: atom(null, async (get, set, { table, key }: Pick<StoredRow, 'table' | 'key'>) => {
      const rows = get(allAtom)?.rows ?? []
      await set(
        removeShownAtom,
        rows.filter((row) => row.table === table && String(row.key) === String(key)),
      )
    }),
    clearAtom: atom(null, async (get, set) => await set(removeShownAtom, get(allAtom)?.rows ?? [])),
    undoAtom,
    /** Run this when the page is left: a deletion can then no longer be undone. */
    leaveAtom: atom(null, (_get, set) => {
      set(doneAtom, null)
      set(outcomeAtom, 'kept')
    }),
  }
}

export type StoredRecordsAtoms = Omit<ReturnType<typeof createStoredAtoms>, 'allAtom'>
