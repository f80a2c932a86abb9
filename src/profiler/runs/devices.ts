import type { CsvCell } from '../../lib/download.ts'
import { predictSolveTime, createTimeModel } from '../difficulty/timeModel.ts'
import type { RunEnvironment, RunResult } from '../model/result.ts'
import { SELECTABLE_DIFFICULTIES } from '../model/settings.ts'
import { medianOrNull } from '../stats/sample.ts'

/** Placeholders that browsers write in place of a phone's model, which they no longer reveal. */
const MODEL_PLACEHOLDER = /^(?:K|Mobile|Tablet)$/

/** Returns the model of a device if its browser reveals it: a phone's name, otherwise its system; the processor for command-line runs. */
function deviceModelName({
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

export type DeviceRun = ReturnType<typeof toDeviceRun>

/** Extracts from a run what a table of devices needs. The trials are left out, so that thousands of runs fit into the collector's memory. */
export function toDeviceRun(result: RunResult) {
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

export type MeasuredDevice = ReturnType<typeof summariseDevice>

export function summariseDevices(runs: readonly DeviceRun[]): MeasuredDevice[] {
  const once = [...new Map(runs.map((run) => [run.id, run])).values()]
  const groups = new Map<string, DeviceRun[]>()
  for (const run of once) groups.set(run.device, [...(groups.get(run.device) ?? []), run])
  return [...groups]
    .map(([key, some]) => summariseDevice(key, some))
    .sort((a, b) => (a.rate ?? 0) - (b.rate ?? 0))
}

function summariseDevice(key: string, runs: DeviceRun[]) {
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

const CSV: [name: string, of: (device: MeasuredDevice) => CsvCell][] = [
  ['label', ({ label }) => label],
  ['model', ({ model }) => model],
  ['browsers', ({ browsers }) => browsers.join(' / ')],
  ['cores', ({ cores }) => cores],
  ['memory_gb', ({ memory }) => memory],
  ['engines', ({ engines }) => engines.join(' / ')],
  ['lanes', ({ lanes }) => lanes.join(' / ')],
  ['runs', ({ runs }) => runs.length],
  ['runs_disturbed', ({ busy }) => busy],
  ['runs_wrong', ({ wrong }) => wrong],
  ['attempts_per_second', ({ rate }) => rate],
  ...SELECTABLE_DIFFICULTIES.map((difficulty, index): (typeof CSV)[number] => [
    `p95_ms_d${difficulty}`,
    ({ p95 }) => p95[index],
  ]),
]

/** Builds a CSV file with one line per device. */
export function deviceCsvRows(devices: readonly MeasuredDevice[]): CsvCell[][] {
  return [CSV.map(([name]) => name), ...devices.map((device) => CSV.map(([, of]) => of(device)))]
}
