import { atom } from 'jotai/vanilla'
import { predictSolveTime, createTimeModel } from '../difficulty/timeModel.ts'
import type { RunEnvironment, RunResult } from '../model/result.ts'
import { SELECTABLE_DIFFICULTIES } from '../model/settings.ts'
import { readRunFiles } from '../runs/readRunFile.ts'
import type { ReadProgress, RefusedPart } from '../runs/readRunFile.ts'
import { createUndo } from '../../lib/undo.ts'
import { medianOrNull } from '../stats/sample.ts'

/** Placeholders that browsers write in place of a phone's model, which they no longer reveal. */
const MODEL_PLACEHOLDER = /^(?:K|Mobile|Tablet)$/

/** Returns the model of a device if its browser reveals it: a phone's name, otherwise its system; the processor for command-line runs. */
export function deviceModelName({
  model,
  platform,
  cpu,
}: Pick<RunEnvironment, 'model' | 'platform' | 'cpu'>): string {
  if (model) return model
  const [first = '', ...parts] = platform.split(';').map((part) => part.trim())
  const android = parts.findIndex((part) => part.startsWith('Android'))
  if (android !== -1) {
    const named = (parts[android + 1] ?? '').replace(/\s+(?:Build|wv)\b.*$/, '')
    return named && !MODEL_PLACEHOLDER.test(named) ? named : (parts[android] ?? 'Android')
  }
  if (/^(?:iPhone|iPad|iPod)/.test(first)) return first
  return cpu ?? (first === 'X11' ? (parts[0] ?? first) : first)
}

export type FleetRun = ReturnType<typeof toFleetRun>

/** Extracts from a run what a table of devices needs. The trials are left out, so that thousands of runs fit into memory. */
export function toFleetRun(result: RunResult) {
  const { environment, settings, trials, summary } = result
  const { label, date, userAgent, cores, memory, browser } = environment
  const time = createTimeModel(result)
  return {
    /** Equal for copies of the same run. */
    id: JSON.stringify([date, label, userAgent, settings]),
    /** Equal for runs of the same device. */
    device: deviceKey(environment),
    date,
    label,
    model: deviceModelName(environment),
    browser: browser ? `${browser.name} ${/^\d+/.exec(browser.version)?.[0] ?? browser.version}` : '',
    cores,
    memory,
    engine: summary.startup.engine ?? settings.engine,
    lanes: settings.lanes,
    difficulty: settings.difficulty,
    trials: trials.length,
    rate: time?.rate.value ?? null,
    measuredP95: summary.milliseconds?.p95 ?? null,
    /** Milliseconds at each of `SELECTABLE_DIFFICULTIES`; null if one search in twenty has no solution. */
    p95: SELECTABLE_DIFFICULTIES.map(
      (difficulty) => (time && predictSolveTime(time, difficulty, 0.95)?.value) ?? null,
    ),
    busy: summary.busy,
    verdict: summary.agreement.verdict,
  }
}

/**
 * Names the device of a run. Runs with the same label are of one device, whatever the browser; runs without a label are if browser and
 * system are the same.
 */
function deviceKey({ label, userAgent, platform, cores, cpu }: RunEnvironment): string {
  return JSON.stringify(label ? [label] : ['', userAgent, platform, cores, cpu])
}

export type FleetDevice = ReturnType<typeof summariseDevice>

export function summariseDevices(runs: readonly FleetRun[]): FleetDevice[] {
  const once = [...new Map(runs.map((run) => [run.id, run])).values()]
  const groups = new Map<string, FleetRun[]>()
  for (const run of once) groups.set(run.device, [...(groups.get(run.device) ?? []), run])
  return [...groups]
    .map(([key, some]) => summariseDevice(key, some))
    .sort((a, b) => (a.rate ?? 0) - (b.rate ?? 0))
}

function summariseDevice(key: string, runs: FleetRun[]) {
  const newest = runs.reduce((best, run) => (run.date > best.date ? run : best))
  const { label, model, cores, memory } = newest
  return {
    key,
    label,
    model,
    cores,
    memory,
    browsers: each(runs.map(({ browser }) => browser)),
    engines: each(runs.map(({ engine }) => engine)),
    lanes: each(runs.map(({ lanes }) => lanes)),
    runs,
    rate: medianOrNull(runs.map(({ rate }) => rate)),
    p95: SELECTABLE_DIFFICULTIES.map((_, index) => medianOrNull(runs.map(({ p95 }) => p95[index] ?? null))),
    busy: runs.filter(({ busy }) => busy).length,
    wrong: runs.filter(({ verdict }) => verdict === 'disagrees').length,
  }
}

/** Returns each value once. Numbers are sorted by size, so that 12 workers come after 2. */
function each<T extends string | number>(values: readonly T[]): T[] {
  return [...new Set(values)].sort((one, other) => (one < other ? -1 : 1))
}

export const FLEET_RUNS_MAX = 5_000

type Fleet = {
  runs: readonly FleetRun[]
  refused: readonly RefusedPart[]
  full: boolean
  reading: ReadProgress | null
}

const EMPTY: Fleet = { runs: [], refused: [], full: false, reading: null }

const writableFleetAtom = atom<Fleet>(EMPTY)

export const fleetStateAtom = atom((get) => get(writableFleetAtom))
export const fleetDevicesAtom = atom((get) => summariseDevices(get(writableFleetAtom).runs))

export const addFleetFilesAtom = atom(null, async (get, set, files: readonly File[]) => {
  const before = get(writableFleetAtom)
  if (before.reading || files.length === 0) return
  const report = (reading: ReadProgress) => set(writableFleetAtom, { ...get(writableFleetAtom), reading })
  report({ done: 0, all: files.length })
  const runs: FleetRun[] = []
  const most = FLEET_RUNS_MAX - before.runs.length
  // Only the figures of a run are kept: the trials of fifty devices would fill a phone's memory.
  const take = (results: RunResult[]) => runs.push(...results.map(toFleetRun)) < most
  const { parts: refused, complete } = await readRunFiles(files, take, report)
  const after = withRuns(before, runs)
  set(writableFleetAtom, { ...after, refused, full: after.full || !complete })
  set(undo.removedAtom, null)
})

function withRuns({ runs }: Fleet, added: readonly FleetRun[]): Fleet {
  const all = [...runs, ...added]
  return { ...EMPTY, runs: all.slice(0, FLEET_RUNS_MAX), full: all.length > FLEET_RUNS_MAX }
}

export const addFleetRunsAtom = atom(null, (get, set, results: readonly RunResult[]) => {
  set(writableFleetAtom, withRuns(get(writableFleetAtom), results.map(toFleetRun)))
  set(undo.removedAtom, null)
})

const undo = createUndo<readonly FleetRun[]>((set, runs) => {
  set(writableFleetAtom, { ...EMPTY, runs })
  return true
})

/** The runs that were cleared last, as long as this can be undone; otherwise null. */
export const lastClearedRunsAtom = atom((get) => get(undo.removedAtom))
export const restoreFleetAtom = undo.undoAtom

export const clearFleetAtom = atom(null, (get, set) => {
  set(undo.removedAtom, get(writableFleetAtom).runs)
  set(writableFleetAtom, EMPTY)
})
