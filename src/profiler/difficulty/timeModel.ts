import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import type { Result } from '../model/runResult.ts'
import type { Summary } from '../model/runSummary.ts'
import type { Settings } from '../model/settings.ts'
import { attemptsAt, expectedAttempts, firstWithin } from '../stats/geometric.ts'
import { sumOf } from './sumOf.ts'
import type { Estimate } from './sumOf.ts'
import { startUpOf } from './startUpOf.ts'

/** What decides how long a search takes on a device, in milliseconds and attempts per second. */
export type TimeModel = {
  /** All lanes together, in ranges that are long beside their messages, as in a check. */
  rate: Estimate
  /** What a search costs besides its attempts. */
  fixed: Estimate
  /** Starting the workers, for the first search; null where it is not known apart, or is part of `fixed` (a run with a cold pool). */
  startUp: Estimate | null
}

/** The model of the run's first configuration. Null where the run tells no rate. */
export function timeModelOf(result: Result): TimeModel | null {
  const { settings, summary } = result
  const rate = rateOf(summary)
  return rate && { rate, fixed: fixedOf(settings, summary, rate), startUp: startUpOf(result) }
}

/** The engine's speed with all lanes of the run; what the trials tell where that was not measured. */
function rateOf({ scaling, attemptsPerSecond }: Summary): Estimate | null {
  const most = scaling.at(-1)
  const value = most?.attemptsPerSecond ?? attemptsPerSecond.all ?? 0
  if (value <= 0) return null
  return { value, interval: (most ? most.interval : attemptsPerSecond.interval) ?? null }
}

/** Ranges longer than this share of a search blur how its time depends on its attempts. */
const FINE = 0.25

/** Where the line of times against attempts meets zero; where there is none, what the median search takes beyond its attempts. */
function fixedOf({ difficulty, range }: Settings, { fit, milliseconds }: Summary, rate: Estimate): Estimate {
  if (fit && range <= expectedAttempts(difficulty) * FINE) {
    const { fixed, intervals } = fit
    return fromZero({ value: fixed, interval: intervals?.fixed ?? null })
  }
  const attempts = (attemptsAt(difficulty, 0.5) / rate.value) * 1000
  const beyond = (time: number) => Math.max(time - attempts, 0)
  const interval = milliseconds?.intervals?.p50
  return {
    value: beyond(milliseconds?.p50 ?? attempts),
    interval: interval ? [beyond(interval[0]), beyond(interval[1])] : null,
  }
}

function fromZero({ value, interval }: { value: number; interval: [number, number] | null }): Estimate {
  const atLeastZero = (end: number) => Math.max(end, 0)
  return {
    value: atLeastZero(value),
    interval: interval && [atLeastZero(interval[0]), atLeastZero(interval[1])],
  }
}

/** The share of searches that end without an answer: no counter below the limit solves them. */
export function unfoundShare(difficulty: number): number {
  return 1 - firstWithin(difficulty, MAX_ATTEMPTS)
}

/**
 * The milliseconds within which a share `p` of all searches has its answer: what a search costs besides its attempts, and the
 * geometric law's quantile at the measured rate. Null where more than the rest ends without an answer.
 */
export function solveTime(model: TimeModel, difficulty: number, p: number, first = false): Estimate | null {
  const attempts = attemptsAt(difficulty, p)
  if (attempts > MAX_ATTEMPTS) return null
  const { value, interval } = model.rate
  const time = (rate: number) => (attempts / rate) * 1000
  const searching: Estimate = {
    value: time(value),
    interval: interval && interval[0] > 0 ? [time(interval[1]), time(interval[0])] : null,
  }
  const { fixed, startUp } = model
  return sumOf([searching, fixed, ...(first && startUp ? [startUp] : [])])
}
