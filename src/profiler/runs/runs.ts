import { atom } from 'jotai/vanilla'
import { csvText } from '../../lib/download.ts'
import type { CsvCell } from '../../lib/download.ts'
import type { RunResult, Trial } from '../model/result.ts'
import { createUndo } from '../../lib/undo.ts'
import { sum } from '../stats/sample.ts'
import type { ReadProgress, RefusedPart } from './readRunFile.ts'
import type { StoredRun } from './runStore.ts'

const COLUMNS: [name: string, of: (trial: Trial, configuration: number) => CsvCell][] = [
  ['trial', ({ index }) => index],
  ['started_at_ms', ({ startedAt }) => startedAt],
  ['attempts', ({ attempts }) => attempts],
  ['milliseconds', ({ milliseconds }) => milliseconds],
  ['lanes', ({ lanes }) => lanes],
  ['counter', ({ counter }) => counter],
  ['range_from', ({ range }) => range?.from],
  ['range_count', ({ range }) => range?.count],
  ['first_range_ms', ({ firstRange }) => firstRange],
  ['verified', ({ verified }) => verified],
  ['searched_attempts', ({ work }) => sum(work.map(([attempts]) => attempts))],
  ['searched_lane_ms', ({ work }) => sum(work.map(([, milliseconds]) => milliseconds))],
  ['configuration', (_, configuration) => configuration],
  ['block', ({ block }) => block],
  ['steal', ({ steal }) => steal],
]

/**
 * Writes one line for each trial, for programs: without a byte order mark. The configuration is 0 for the first one, otherwise its place
 * in `settings.against`, counted from 1.
 */
export function runToCsv(run: RunResult): string {
  return csvText([
    COLUMNS.map(([name]) => name),
    ...[run, ...run.others].flatMap(({ trials }, configuration) =>
      trials.map((trial) => COLUMNS.map(([, of]) => of(trial, configuration))),
    ),
  ])
}

type StoreError = 'none' | 'save' | 'remove'

type Runs = {
  list: StoredRun[]
  /** The ids of the runs that are not in the store, or not yet. */
  unsaved: ReadonlySet<string>
  storeError: StoreError | null
  shown: string | null
  other: string | null
  /** When the visitor chose the shown run from the list, and the one that it is compared with (Unix milliseconds): it is brought into view then. */
  shownAt?: number
  otherAt?: number
}

const stateAtom = atom<Runs>({
  list: [],
  unsaved: new Set<string>(),
  storeError: null,
  shown: null,
  other: null,
})

export const runsAtom = atom((get) => get(stateAtom))

const runIn = (place: 'shown' | 'other') =>
  atom((get) => get(stateAtom).list.find(({ id }) => id === get(stateAtom)[place]) ?? null)

export const shownRunAtom = runIn('shown')
export const otherRunAtom = runIn('other')

export const storedResultsAtom = atom((get) => get(stateAtom).list.map(({ result }) => result))

/** Imports the store, which is loaded after the page: a run can be shown before that. If it cannot be fetched, nothing is stored. */
const store = () => import('./runStore.ts')
const deleteRun = async (id: string) => (await store()).removeRun(id)

export const loadRunsAtom = atom(null, async (get, set) => {
  try {
    const stored = await (await store()).loadRuns()
    const { list, ...state } = get(stateAtom)
    // What was stored and no longer is, was deleted on another page.
    set(stateAtom, { ...state, list: [...list.filter(({ id }) => state.unsaved.has(id)), ...stored] })
  } catch {
    set(storeErrorAtom, 'none')
  }
})

const storeErrorAtom = atom(null, (_, set, storeError: StoreError) => {
  // If nothing can be stored at all, the tester must see that rather than a later error.
  set(stateAtom, (state) => ({ ...state, storeError: state.storeError === 'none' ? 'none' : storeError }))
})

export const addRunAtom = atom(null, async (_, set, result: RunResult, imported?: boolean) => {
  const run = { id: newRunId(), imported: imported === true, result }
  set(stateAtom, (state) => ({ ...state, list: [run, ...state.list], shown: run.id }))
  await set(saveRunAtom, run)
})

const saveRunAtom = atom(null, async (_, set, run: StoredRun) => {
  set(stateAtom, (state) => ({ ...state, unsaved: new Set([...state.unsaved, run.id]) }))
  try {
    await (await store()).saveRun(run)
    set(stateAtom, (state) => ({
      ...state,
      unsaved: new Set([...state.unsaved].filter((id) => id !== run.id)),
    }))
  } catch {
    set(storeErrorAtom, 'save')
  }
})

export const selectRunAtom = atom(null, (_, set, id: string) => {
  set(stateAtom, (state) => ({
    ...state,
    shown: id,
    shownAt: Date.now(),
    other: state.other === id ? null : state.other,
  }))
})

export const setOtherRunAtom = atom(null, (_, set, other: string | null) => {
  set(stateAtom, (state) => ({ ...state, other, otherAt: Date.now() }))
})

export const removeRunAtom = atom(null, async (get, set, id: string) => {
  const state = get(stateAtom)
  const other = state.other === id ? null : state.other
  // The run that it was compared with takes the place of the shown one.
  const places = state.shown === id ? { shown: other, other: null } : { other }
  set(stateAtom, { ...state, ...places, list: state.list.filter((run) => run.id !== id) })
  set(undo.removedAtom, state.list.find((run) => run.id === id) ?? null)
  await deleteRun(id).catch(() => set(storeErrorAtom, 'remove'))
})

const undo = createUndo<StoredRun>(async (set, removed) => {
  set(stateAtom, (state) => {
    // Pressing twice must not restore the run twice.
    const others = state.list.filter(({ id }) => id !== removed.id)
    return { ...state, list: [...others, removed].sort((a, b) => (a.id < b.id ? 1 : -1)) }
  })
  await set(saveRunAtom, removed)
  return true
})

export const lastRemovedRunAtom = atom((get) => get(undo.removedAtom))
export const restoreRunAtom = undo.undoAtom

/**
 * Imports the runs of files, and returns what was wrong with some of them. If the files hold just the two runs of a comparison, these are
 * compared again.
 */
export const importRunsAtom = atom(null, async (get, set, { files, report }: Import): Promise<Imported> => {
  const { readRunFiles } = await import('./readRunFile.ts')
  const results: RunResult[] = []
  const take = (some: RunResult[]) => results.push(...some) < IMPORTED_RUNS_MAX
  const { parts, complete } = await readRunFiles(files, take, report)
  const adding = results.map((result) => set(addRunAtom, result, true))
  const [, other] = get(stateAtom).list
  if (files.length === 1 && results.length === 2) set(setOtherRunAtom, other?.id ?? null)
  await Promise.all(adding)
  return { refused: parts, full: !complete }
})

type Import = { files: readonly File[]; report: (progress: ReadProgress) => void }

/** `full`: there were more runs than can be imported at once. */
export type Imported = { refused: readonly RefusedPart[]; full: boolean }

export const IMPORTED_RUNS_MAX = 200

function newRunId(): string {
  const count = (made++ % 36 ** 4).toString(36).padStart(4, '0')
  return `${Date.now().toString().padStart(15, '0')}-${count}${Math.floor(Math.random() * 36).toString(36)}`
}

let made = 0
