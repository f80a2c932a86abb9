import { DIFFICULTIES } from '../model/settings.ts'
import { median } from '../stats/percentile.ts'
import type { FleetRun } from './fleetRunOf.ts'

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
