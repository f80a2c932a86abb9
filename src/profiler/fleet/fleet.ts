import { atom } from 'jotai/vanilla'
import { powFleetText as text } from '../../text/powParts.ts'
import { solveTime, timeModelOf } from '../difficulty/timeModel.ts'
import type { Environment, Result } from '../model/result.ts'
import { DIFFICULTIES } from '../model/settings.ts'
import { readRunFile } from '../runs/readRunFile.ts'
import { median } from '../stats/geometric.ts'

/** What browsers write instead of a phone's model since they no longer tell it. */
const HIDDEN = /^(?:K|Mobile|Tablet)$/

/** The model of a device as far as its browser tells: a phone's name, else its system; the processor for command-line runs. */
export function modelName({ model, platform, cpu }: Pick<Environment, 'model' | 'platform' | 'cpu'>): string {
  if (model) return model
  const [first = '', ...parts] = platform.split(';').map((part) => part.trim())
  const android = parts.findIndex((part) => part.startsWith('Android'))
  if (android !== -1) {
    const named = (parts[android + 1] ?? '').replace(/\s+(?:Build|wv)\b.*$/, '')
    return named && !HIDDEN.test(named) ? named : (parts[android] ?? 'Android')
  }
  if (/^(?:iPhone|iPad|iPod)/.test(first)) return first
  return cpu ?? (first === 'X11' ? (parts[0] ?? first) : first)
}

/** What a table of devices needs of a run. The trials are not among it: thousands of runs fit into memory. */
export type FleetRun = {
  /** The same for two copies of a run. */
  id: string
  /** The same for two runs of a device. */
  device: string
  date: string
  label: string
  model: string
  browser: string
  cores: number
  memory: number | null
  engine: string
  lanes: number
  difficulty: number
  trials: number
  /** Attempts per second: the engine's speed with all lanes of the run. */
  rate: number | null
  /** Milliseconds, as measured at the run's own difficulty. */
  measuredP95: number | null
  /** Milliseconds at every one of `DIFFICULTIES`, as the model has them; null where one search in twenty has no answer. */
  p95: (number | null)[]
  /** How much faster the device was at the run's end than at its start, as a share: negative where it slowed down. */
  change: number | null
  busy: boolean
  verdict: Result['summary']['agreement']['verdict']
}

export function fleetRunOf(result: Result): FleetRun {
  const { environment, settings, trials, summary } = result
  const { label, date, userAgent, cores, memory, browser } = environment
  const time = timeModelOf(result)
  const p95 = DIFFICULTIES.map((difficulty) => (time && solveTime(time, difficulty, 0.95)?.value) ?? null)
  return {
    id: JSON.stringify([date, label, userAgent, settings]),
    device: deviceOf(environment),
    date,
    label,
    model: modelName(environment),
    browser: browser ? `${browser.name} ${majorOf(browser.version)}` : '',
    cores,
    memory,
    engine: summary.startup.engine ?? settings.engine,
    lanes: settings.lanes,
    difficulty: settings.difficulty,
    trials: trials.length,
    rate: time?.rate.value ?? null,
    measuredP95: summary.milliseconds?.p95 ?? null,
    p95,
    change: changeIn(result),
    busy: summary.busy,
    verdict: summary.agreement.verdict,
  }
}

/** Runs with one label are of one device, whatever its browser; without a label, those of one browser on one system. */
function deviceOf({ label, userAgent, platform, cores, cpu }: Environment): string {
  return JSON.stringify(label ? [label] : ['', userAgent, platform, cores, cpu])
}

function majorOf(version: string): string {
  return /^\d+/.exec(version)?.[0] ?? version
}

function changeIn({ conditions }: Result): number | null {
  const { start = [], end = [] } = conditions?.calibration ?? {}
  if (start.length === 0 || end.length === 0) return null
  const before = median(start)
  return before > 0 ? median(end) / before - 1 : null
}

/** A device with the medians of its runs. */
export type Device = Pick<FleetRun, 'label' | 'model' | 'cores' | 'memory' | 'rate' | 'p95' | 'change'> & {
  key: string
  /** Every one that its runs had, once. */
  browsers: string[]
  engines: string[]
  lanes: number[]
  runs: FleetRun[]
  /** Runs that something else disturbed, and runs whose engine does not agree with the theory. */
  busy: number
  wrong: number
}

/** The devices of some runs, the slowest first. Copies of a run count once. */
export function devicesOf(runs: readonly FleetRun[]): Device[] {
  const once = [...new Map(runs.map((run) => [run.id, run])).values()]
  const groups = new Map<string, FleetRun[]>()
  for (const run of once) groups.set(run.device, [...(groups.get(run.device) ?? []), run])
  return [...groups].map(([key, some]) => deviceFrom(key, some)).sort((a, b) => (a.rate ?? 0) - (b.rate ?? 0))
}

function deviceFrom(key: string, runs: FleetRun[]): Device {
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
    rate: middle(runs.map(({ rate }) => rate)),
    p95: DIFFICULTIES.map((_, index) => middle(runs.map(({ p95 }) => p95[index] ?? null))),
    change: middle(runs.map(({ change }) => change)),
    busy: runs.filter(({ busy }) => busy).length,
    wrong: runs.filter(({ verdict }) => verdict === 'disagrees').length,
  }
}

function middle(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? median(known) : null
}

function each<T>(values: readonly T[]): T[] {
  return [...new Set(values)].sort()
}

/** What was not read: a file, or a line of one, and the value that is missing or out of all reason. */
export type RefusedPart = { name: string; field: string | null }

/** What has been read so far; `all` grows where a file turns out to hold many runs. */
export type FleetProgress = { done: number; all: number }

/** Largest file of a collector, in bytes: it is read as a whole. */
const LINES_MAX = 400_000_000

/** A run or a comparison, with its name for the tester. */
type Piece = { name: string; content: Blob }

/**
 * Reads exported runs, comparisons, and a collector's file with one run a line. The page can paint between two of them: deriving
 * the figures of one takes a phone a noticeable time.
 */
export async function readFleetFiles(
  files: readonly File[],
  most: number,
  report: (progress: FleetProgress) => void,
): Promise<{ runs: FleetRun[]; refused: RefusedPart[]; full: boolean }> {
  const runs: FleetRun[] = []
  const refused: RefusedPart[] = []
  const waiting: (File | Piece)[] = [...files]
  const progress = { done: 0, all: files.length }
  for (let next = waiting.shift(); next && runs.length < most; next = waiting.shift()) {
    if (next instanceof File && isLines(next)) {
      const lines = await linesIn(next)
      if (!lines) refused.push({ name: next.name, field: null })
      waiting.unshift(...(lines ?? []))
      progress.all += (lines?.length ?? 1) - 1
      continue
    }
    const read = await readRunFile(next instanceof File ? next : next.content)
    if ('results' in read) runs.push(...read.results.map(fleetRunOf))
    else refused.push({ name: next.name, field: read.field })
    progress.done += 1
    report({ ...progress })
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { runs: runs.slice(0, most), refused, full: waiting.length > 0 || runs.length > most }
}

function isLines({ name }: File): boolean {
  return /\.(?:ndjson|jsonl)$/i.test(name)
}

async function linesIn(file: File): Promise<Piece[] | null> {
  if (file.size > LINES_MAX) return null
  const lines = (await file.text()).split('\n')
  return lines.flatMap((line, index): Piece[] =>
    line.trim() ? [{ name: text.line(file.name, index + 1), content: new Blob([line]) }] : [],
  )
}

/** The most runs of a table: each is a few hundred bytes. */
export const FLEET_MAX = 5_000

type Fleet = {
  runs: readonly FleetRun[]
  refused: readonly RefusedPart[]
  /** Whether something was left out because there was no room. */
  full: boolean
  reading: FleetProgress | null
}

const EMPTY: Fleet = { runs: [], refused: [], full: false, reading: null }

/** Kept as long as the page lives: the files are the tester's. */
const stateAtom = atom<Fleet>(EMPTY)

export const fleetAtom = atom((get) => get(stateAtom))
export const fleetDevicesAtom = atom((get) => devicesOf(get(stateAtom).runs))

/** Reads files and adds what they hold. Does nothing while others are being read. */
export const addFleetFilesAtom = atom(null, async (get, set, files: readonly File[]) => {
  const before = get(stateAtom)
  if (before.reading || files.length === 0) return
  const report = (reading: FleetProgress) => set(stateAtom, { ...get(stateAtom), reading })
  report({ done: 0, all: files.length })
  const { runs, refused, full } = await readFleetFiles(files, FLEET_MAX - before.runs.length, report)
  set(stateAtom, { runs: [...before.runs, ...runs], refused, full, reading: null })
})

/** Adds runs that the device keeps. */
export const addFleetRunsAtom = atom(null, (get, set, results: readonly Result[]) => {
  const { runs } = get(stateAtom)
  const all = [...runs, ...results.map(fleetRunOf)]
  set(stateAtom, { ...EMPTY, runs: all.slice(0, FLEET_MAX), full: all.length > FLEET_MAX })
})

export const clearFleetAtom = atom(null, (_, set) => set(stateAtom, EMPTY))
