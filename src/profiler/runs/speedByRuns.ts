import type { Result } from '../model/runResult.ts'
import { mean, median } from '../stats/percentile.ts'
import { trimmedMean } from '../stats/trimmedMean.ts'
import { welch } from '../stats/welch.ts'
import { isSameDevice, searchSameKeys } from './alike.ts'
import { speedOf } from './Speed.ts'
import type { Speed } from './Speed.ts'

/** Fewest runs of each that tell how much a device differs from itself from one run to the next. */
export const RUNS_MIN = 5

/** Trials below which a run has no typical time. */
const TRIALS_MIN = 20

/** Compares two groups of runs, each with the same settings on one device. Two runs of one device tell nothing: it has to take turns within a run. */
export function speedByRuns(left: readonly Result[], right: readonly Result[]): Speed | null {
  const [one, other] = [left[0], right[0]]
  if (!one || !other) return null
  const paired = searchSameKeys(one, other)
  const count = Math.min(...[...left, ...right].map(({ trials }) => trials.length))
  if (count < 1) return null
  // With the same keys, the same searches of all runs.
  const times = (runs: readonly Result[]) => runs.map((run) => typicalTime(run, paired ? count : Infinity))
  const [lefts, rights] = [times(left), times(right)]
  const logs = (some: typeof lefts) => some.map(({ log }) => log)
  const noise = noiseOf([...left, ...right])
  if (Math.min(left.length, right.length) < RUNS_MIN || isSameDevice(one, other) || count < TRIALS_MIN) {
    const centre = mean(logs(lefts)) - mean(logs(rights))
    return speedOf('few', { centre, interval: null }, noise)
  }
  // Other keys are easier or harder: the runs of a group share that luck, however many they are.
  const luck = paired ? 0 : mean(lefts.map((run) => run.luck)) + mean(rights.map((run) => run.luck))
  return speedOf('runs', welch(logs(lefts), logs(rights), luck), noise)
}

/** The logarithm of the time that a search of this run takes, and the variance that the luck of its keys gives it. */
function typicalTime({ trials }: Result, count: number): { log: number; luck: number } {
  const { mean, error } = trimmedMean(trials.slice(0, count).map(({ milliseconds }) => milliseconds + CLOCK))
  return { log: Math.log(mean), luck: (error / mean) ** 2 }
}

/** Milliseconds added to a time: a coarse clock may read zero. */
const CLOCK = 0.01

/** How much the same calibration typically changed from a run's start to its end, as the logarithm of a ratio; null where no run has both. */
function noiseOf(runs: readonly Result[]): number | null {
  const changes = runs.flatMap(({ conditions }) => {
    const { start, end } = conditions?.calibration ?? { start: [], end: [] }
    // No number where either is missing.
    const change = Math.abs(Math.log(median(start) / median(end)))
    return Number.isFinite(change) ? [change] : []
  })
  return changes.length > 0 ? median(changes) : null
}
