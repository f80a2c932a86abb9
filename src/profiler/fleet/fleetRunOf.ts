import { solveTime, timeModelOf } from '../difficulty/timeModel.ts'
import type { Environment, Result } from '../model/runResult.ts'
import { DIFFICULTIES } from '../model/settings.ts'
import { median } from '../stats/percentile.ts'
import { modelName } from './modelName.ts'

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
