import { ATTEMPTS_MAX } from '../../../contract/challenge.ts'
import { powDifficultyText as text } from '../../text/powParts.ts'
import { formatFigure, formatLike } from '../model/format.ts'
import type { RunResult, RunSummary, Trial } from '../model/result.ts'
import { SELECTABLE_DIFFICULTIES, allConfigurations } from '../model/settings.ts'
import type { RunSettings } from '../model/settings.ts'
import {
  attemptsPercentile,
  expectedAttempts,
  shareSolvedWithin,
  percentile,
  sortedNumbers,
  sum,
} from '../stats/sample.ts'
import { percentileInterval } from '../stats/intervals.ts'
import type { Estimate } from '../stats/intervals.ts'
import { finiteInterval } from '../summary/estimates.ts'

/**
 * Adds independent estimates. The interval is by the square-and-add method (Zou and Donner, Statistics in Medicine 27, 2008). Parts
 * without an interval count as exact.
 */
function addEstimates(parts: readonly Estimate[]): Estimate {
  const value = sum(parts.map((part) => part.value))
  if (parts.every(({ interval }) => interval === null)) return { value, interval: null }
  const reach = (end: 0 | 1) =>
    Math.hypot(...parts.map(({ value, interval }) => (interval ? interval[end] - value : 0)))
  return { value, interval: [Math.max(value - reach(0), 0), value + reach(1)] }
}

/**
 * Estimates how much starting the workers adds to a search: the median over keys if cold and warm pools took turns, otherwise the start
 * that every run measures. Null for a run with cold pools only.
 */
function estimateStartUp({ settings, trials, summary, others }: RunResult): Estimate | null {
  if (settings.pool === 'cold') return null
  const cold = allConfigurations(settings).findIndex(
    ({ pool, engine, lanes }) => pool === 'cold' && engine === settings.engine && lanes === settings.lanes,
  )
  const paired = sortedNumbers(coldDifferences(trials, others[cold - 1]?.trials ?? []))
  const interval = finiteInterval(percentileInterval(paired, 0.5))
  if (interval) return { value: fromZero(percentile(paired, 0.5)), interval }
  const { pool } = summary.startup
  return pool === null ? null : { value: pool, interval: null }
}

function coldDifferences(warm: readonly Trial[], cold: readonly Trial[]): number[] {
  const times = new Map(warm.map(({ index, milliseconds }) => [index, milliseconds]))
  return cold.flatMap(({ index, milliseconds }) => {
    const other = times.get(index)
    return other === undefined ? [] : [milliseconds - other]
  })
}

export type TimeModel = NonNullable<ReturnType<typeof createTimeModel>>

/**
 * Derives the model from a run. `startUp` is the time of starting the workers, which the first search needs. It is null if it is unknown
 * or part of `fixed` (a run with a cold pool).
 */
export function createTimeModel(result: RunResult) {
  const { settings, summary } = result
  const rate = estimateRate(summary)
  return rate && { rate, fixed: estimateFixedTime(settings, summary, rate), startUp: estimateStartUp(result) }
}

function estimateRate({ scaling, attemptsPerSecond }: RunSummary): Estimate | null {
  const most = scaling.at(-1)
  const value = most?.attemptsPerSecond ?? attemptsPerSecond.all ?? 0
  if (value <= 0) return null
  return { value, interval: (most ? most.interval : attemptsPerSecond.interval) ?? null }
}

/** If a range is longer than this share of a search, the relation of time to attempts is too coarse. */
const RANGE_SHARE_MAX = 0.25

/**
 * Estimates the time that does not depend on the attempts: the intercept of the line of times against attempts, or without a line, the
 * median time less the time of the median attempts.
 */
function estimateFixedTime(
  { difficulty, range }: RunSettings,
  { fit, milliseconds }: RunSummary,
  rate: Estimate,
): Estimate {
  if (fit && range <= expectedAttempts(difficulty) * RANGE_SHARE_MAX) {
    const [low, high] = fit.intervals?.fixed ?? []
    const known = low !== undefined && high !== undefined
    return { value: fromZero(fit.fixed), interval: known ? [fromZero(low), fromZero(high)] : null }
  }
  const attempts = (attemptsPercentile(difficulty, 0.5) / rate.value) * 1000
  const beyond = (time: number) => fromZero(time - attempts)
  const interval = milliseconds?.intervals?.p50
  return {
    value: beyond(milliseconds?.p50 ?? attempts),
    interval: interval ? [beyond(interval[0]), beyond(interval[1])] : null,
  }
}

const fromZero = (milliseconds: number) => Math.max(milliseconds, 0)

/** Returns the milliseconds within which a share `p` of all searches is solved; null if fewer have a solution. */
export function predictSolveTime(
  model: TimeModel,
  difficulty: number,
  p: number,
  first = false,
): Estimate | null {
  const attempts = attemptsPercentile(difficulty, p)
  if (attempts > ATTEMPTS_MAX) return null
  const { value, interval } = model.rate
  const time = (rate: number) => (attempts / rate) * 1000
  const searching: Estimate = {
    value: time(value),
    interval: interval && interval[0] > 0 ? [time(interval[1]), time(interval[0])] : null,
  }
  const { fixed, startUp } = model
  if (!first || !startUp) return addEstimates([searching, fixed])
  const whole = addEstimates([searching, fixed, startUp])
  // One start has no known error, and is most of the time.
  return startUp.interval ? whole : { value: whole.value, interval: null }
}

export type DifficultyAdvice = ReturnType<typeof difficultyAdvice>[number]

/**
 * Returns p95 of the searches at each of `SELECTABLE_DIFFICULTIES`; null if fewer have a solution. `limit`: for p95, in milliseconds. `first`: whether to
 * include the start of the workers.
 */
export function difficultyAdvice(model: TimeModel, limit: number, first: boolean) {
  return SELECTABLE_DIFFICULTIES.map((difficulty) => {
    const p95 = predictSolveTime(model, difficulty, 0.95, first)
    const unfound = 1 - shareSolvedWithin(difficulty, ATTEMPTS_MAX)
    return { difficulty, p95, unfound, fits: fitsIn(p95, limit) }
  })
}

/** Returns whether p95 is within the limit; `unsure` if its interval extends beyond it or is not known. */
function fitsIn(p95: Estimate | null, limit: number): 'yes' | 'unsure' | 'no' | 'unsolved' {
  if (!p95) return 'unsolved'
  const { value, interval } = p95
  if (interval === null) return value <= limit ? 'unsure' : 'no'
  if (interval[1] <= limit) return 'yes'
  return interval[0] <= limit ? 'unsure' : 'no'
}

/**
 * Returns the highest difficulty that fits, and the highest of those of which the intervals do not tell. Without any interval (`isKnown` is false) the
 * times themselves decide.
 */
export function highestDifficulties(advice: readonly DifficultyAdvice[]) {
  const highest = (fits: DifficultyAdvice['fits']) =>
    advice.reduce<number | null>((found, row) => (row.fits === fits ? row.difficulty : found), null)
  const isKnown = advice.some(({ p95 }) => p95?.interval)
  const [sure, unsure] = [highest('yes'), highest('unsure')]
  return isKnown ? { isKnown, highest: sure, unsure } : { isKnown, highest: unsure, unsure: null }
}

/**
 * Limits on p95 that are offered, in milliseconds, from a wait that nobody notices to one that nobody accepts. The usual one is a wait
 * that most visitors accept.
 */
export const DEFAULT_TIME_LIMIT_MS = 2_000
export const TIME_LIMIT_RANGE_MS = { min: 10, max: 600_000 }

export function durationText(milliseconds: number): string {
  return milliseconds < 1000
    ? text.milliseconds(formatFigure(milliseconds))
    : text.seconds(formatFigure(milliseconds / 1000))
}

/** Null if the interval is unknown, or too narrow for its ends to differ in the digits shown. */
export function intervalText({ value, interval }: Estimate): string | null {
  if (!interval) return null
  const unit = value < 1000 ? 1 : 1000
  const ends = interval.map((end) => end / unit)
  const [low = '', high = ''] = ends.map(formatLike(ends, 0))
  return low === high ? null : text.interval(low, high)
}
