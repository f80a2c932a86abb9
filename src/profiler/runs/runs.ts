import { atom } from 'jotai/vanilla'
import { csvText } from '../../lib/download.ts'
import type { CsvCell } from '../../lib/download.ts'
import type { Result, Trial } from '../model/result.ts'
import type { RefusedFile } from './readRunFile.ts'
import type { StoredRun } from './runStore.ts'

const COLUMNS = [
  'trial',
  'started_at_ms',
  'attempts',
  'milliseconds',
  'lanes',
  'counter',
  'range_from',
  'range_count',
  'first_range_ms',
  'verified',
  'searched_attempts',
  'searched_lane_ms',
  'configuration',
  'block',
  'steal',
] as const

/**
 * One line a trial, for programs: without a byte order mark, which some would take for a part of the first name.
 * The configuration is 0 for the first one, else its place in `settings.against`, from 1.
 */
export function csvOf({ trials, others }: Result): string {
  const all = [trials, ...others.map((other) => other.trials)]
  return csvText([
    [...COLUMNS],
    ...all.flatMap((some, configuration) => some.map((trial) => cellsOf(trial, configuration))),
  ])
}

function cellsOf(trial: Trial, configuration: number): CsvCell[] {
  return [
    trial.index,
    trial.startedAt,
    trial.attempts,
    trial.milliseconds,
    trial.lanes,
    trial.counter,
    trial.range?.from,
    trial.range?.count,
    trial.firstRange,
    trial.verified,
    trial.work.reduce((sum, [attempts]) => sum + attempts, 0),
    trial.work.reduce((sum, [, milliseconds]) => sum + milliseconds, 0),
    configuration,
    trial.block,
    trial.steal,
  ]
}

/** What the device could not do with the runs: keep any at all, keep the newest one, or delete one. */
type StoreTrouble = 'none' | 'save' | 'remove'

type Runs = {
  list: StoredRun[]
  trouble: StoreTrouble | null
  shown: string | null
  other: string | null
  /** The run that was deleted last, as long as that can be undone. */
  removed: StoredRun | null
}

const stateAtom = atom<Runs>({ list: [], trouble: null, shown: null, other: null, removed: null })

export const runsAtom = atom((get) => get(stateAtom))

/** The run that is shown, and the one it is compared with. */
export const shownRunAtom = atom((get) => find(get(stateAtom), 'shown'))
export const otherRunAtom = atom((get) => find(get(stateAtom), 'other'))

/** All results in the list, imported ones included. */
export const keptResultsAtom = atom((get) => get(stateAtom).list.map(({ result }) => result))

/** Results of this device that it keeps, newest first. */
export const ownRunsAtom = atom((get) =>
  get(stateAtom)
    .list.filter(({ imported }) => !imported)
    .map(({ result }) => result),
)

function find(runs: Runs, which: 'shown' | 'other'): StoredRun | null {
  return runs.list.find(({ id }) => id === runs[which]) ?? null
}

/** The store, loaded after the page: a run can be shown before it is there. Where it cannot be fetched, nothing is kept. */
const store = () => import('./runStore.ts')
const keep = async (run: StoredRun) => (await store()).saveRun(run)
const forget = async (id: string) => (await store()).removeRun(id)

/** Reads the kept runs, once the page is there. */
export const loadRunsAtom = atom(null, async (get, set) => {
  try {
    const kept = await (await store()).loadRuns()
    const { list } = get(stateAtom)
    const known = new Set(list.map(({ id }) => id))
    set(stateAtom, { ...get(stateAtom), list: [...list, ...kept.filter(({ id }) => !known.has(id))] })
  } catch {
    set(troubleAtom, 'none')
  }
})

const troubleAtom = atom(null, (get, set, trouble: StoreTrouble) => {
  const state = get(stateAtom)
  // Where nothing can be kept at all, that is what the tester has to know.
  set(stateAtom, { ...state, trouble: state.trouble === 'none' ? 'none' : trouble })
})

/** Shows a new run and keeps it. */
export const addRunAtom = atom(null, async (get, set, result: Result, imported?: boolean) => {
  const run = { id: newRunId(), imported: imported === true, result }
  const state = get(stateAtom)
  set(stateAtom, { ...state, list: [run, ...state.list], shown: run.id })
  await keep(run).catch(() => set(troubleAtom, 'save'))
})

export const showRunAtom = atom(null, (get, set, id: string) => {
  const state = get(stateAtom)
  set(stateAtom, { ...state, shown: id, other: state.other === id ? null : state.other })
})

/** Compares a run with the shown one; null ends the comparison. */
export const overlayRunAtom = atom(null, (get, set, id: string | null) => {
  set(stateAtom, { ...get(stateAtom), other: id })
})

export const removeRunAtom = atom(null, async (get, set, id: string) => {
  const state = get(stateAtom)
  const removed = state.list.find((run) => run.id === id) ?? null
  set(stateAtom, { ...state, list: state.list.filter((run) => run.id !== id), removed })
  await forget(id).catch(() => set(troubleAtom, 'remove'))
})

/** Takes the last deletion back. */
export const restoreRunAtom = atom(null, async (get, set) => {
  const state = get(stateAtom)
  const { removed } = state
  if (!removed) return
  const list = [...state.list, removed].sort((a, b) => (a.id < b.id ? 1 : -1))
  set(stateAtom, { ...state, list, removed: null })
  await keep(removed).catch(() => set(troubleAtom, 'save'))
})

/** Adds what a file holds. Null, or what was wrong with the file. */
export const importRunAtom = atom(null, async (get, set, file: Blob): Promise<RefusedFile | null> => {
  const { readRunFile } = await import('./readRunFile.ts')
  const read = await readRunFile(file)
  if (!('results' in read)) return read
  const ids: (string | null)[] = []
  for (const result of read.results) {
    await set(addRunAtom, result, true)
    ids.push(get(stateAtom).shown)
  }
  if (ids.length === 2) set(overlayRunAtom, ids[0] ?? null)
  return null
})

/** An id that sorts by time; of two in one millisecond, the later one has the larger number. */
function newRunId(): string {
  const count = (made++ % 36 ** 4).toString(36).padStart(4, '0')
  return `${Date.now().toString().padStart(15, '0')}-${count}${Math.floor(Math.random() * 36).toString(36)}`
}

/** Ids made since the page was loaded. */
let made = 0
