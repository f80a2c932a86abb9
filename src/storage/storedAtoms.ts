import { atom } from 'jotai/vanilla'
import type { StoreOutcome } from './database.ts'
import { clearTables, removeRow, restoreRows } from './stores.ts'
import type { StoredRows, RecordTable, RowToRemove } from './stores.ts'

/** `away`: the browser keeps nothing. */
type StoredState<All> = { state: 'loading' } | { state: 'away' } | { state: 'ready'; all: All }

type RecordStore<All> = {
  /** All records; null where the browser stores nothing. */
  read: () => Promise<All | null>
  isOn: () => Promise<boolean>
  turn: (on: boolean) => Promise<StoreOutcome>
  /** The tables that are emptied when all is deleted. */
  tables: readonly RecordTable[]
}

/** The atoms of a page with records on the device: list them, switch keeping on and off, delete one or all, and undo that. */
export function createStoredAtoms<All extends { unreadable: number; rows: StoredRows }>(
  store: RecordStore<All>,
  onAtFirst: boolean,
) {
  const stateAtom = atom<StoredState<All>>({ state: 'loading' })
  const switchAtom = atom(onAtFirst)
  const removedAtom = atom<StoredRows | null>(null)
  const outcomeAtom = atom<StoreOutcome>('kept')

  const allAtom = atom((get) => {
    const state = get(stateAtom)
    return state.state === 'ready' ? state.all : null
  })

  /** Reads the records: when the page is opened, comes back, and after each change. */
  const loadAtom = atom(null, async (_get, set) => {
    const [all, on] = await Promise.all([store.read(), store.isOn()])
    set(switchAtom, on)
    set(stateAtom, all ? { state: 'ready', all } : { state: 'away' })
  })

  /** Makes a change, and shows what there is after it. */
  const changeAtom = atom(null, async (_get, set, change: () => Promise<StoreOutcome>) => {
    const outcome = await change()
    set(outcomeAtom, outcome)
    await set(loadAtom)
    return outcome === 'kept'
  })

  return {
    allAtom,
    changeAtom,
    loadAtom,
    /** What the card around the records shows. */
    cardAtom: atom((get) => ({
      state: get(stateAtom).state,
      isOn: get(switchAtom),
      /** Whether the last change failed because the disk is full. */
      isFull: get(outcomeAtom) === 'full',
      unreadable: get(allAtom)?.unreadable ?? 0,
      /** The last deletion, as long as it can be undone. */
      removed: get(removedAtom),
    })),
    toggleAtom: atom(null, async (_get, set, on: boolean) => {
      set(switchAtom, on)
      return await set(changeAtom, () => store.turn(on))
    }),
    removeAtom: atom(null, async (_get, set, removed: RowToRemove) => {
      if (await set(changeAtom, () => removeRow(removed)))
        set(removedAtom, { [removed.table]: [removed.row] })
    }),
    clearAtom: atom(null, async (get, set) => {
      const all = get(allAtom)
      if (all && (await set(changeAtom, () => clearTables(store.tables)))) set(removedAtom, all.rows)
    }),
    /** Undoes the last deletion. */
    undoAtom: atom(null, async (get, set) => {
      const removed = get(removedAtom)
      if (removed && (await set(changeAtom, () => restoreRows(removed)))) set(removedAtom, null)
    }),
    /** After leaving the page a deletion cannot be undone. */
    leaveAtom: atom(null, (_get, set) => {
      set(removedAtom, null)
      set(outcomeAtom, 'kept')
    }),
  }
}

/** Those of the atoms that do not depend on the type of the records. */
export type StoredAtoms = Omit<ReturnType<typeof createStoredAtoms>, 'allAtom'>
