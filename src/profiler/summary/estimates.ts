import { ATTEMPTS_MAX } from '../../../contract/challenge.ts'
import type { FigureDistribution, RunSummary, Trial } from '../model/result.ts'
import { uniformDrawOfTrial } from '../model/settings.ts'
import type { RunSettings } from '../model/settings.ts'
import {
  shareSolvedWithin,
  mean,
  percentile,
  sortedNumbers,
  sum,
  probabilityTransformOfRange,
} from '../stats/sample.ts'
import {
  meanInterval,
  percentileInterval,
  intervalFromSections,
  medianOfSections,
  splitIntoSections,
} from '../stats/intervals.ts'
import type { Estimate } from '../stats/intervals.ts'
import { largestDetectableWrongRate, kolmogorovSmirnovOneSample } from '../stats/kolmogorov.ts'
import { theilSenTrend } from '../stats/trend.ts'

/** A correct engine falls below the first once in a hundred runs, below the second once in a thousand. */
const DOUBTFUL = 0.01
const DISAGREES = 0.001

/** There is no verdict if the test could miss an engine that finds only half of the solutions it should. As a share of the right success rate. */
const DETECTABLE_RATE_MIN = 0.5

/** Measures whether the ranges that held the solutions follow the geometric distribution. A single wrong counter means that they disagree. */
export function measureAgreement(settings: RunSettings, trials: readonly Trial[]): RunSummary['agreement'] {
  const uniforms = trials.map(({ range, index }) => {
    const covered = range ?? { from: ATTEMPTS_MAX, count: Infinity }
    return probabilityTransformOfRange(covered, settings.difficulty, uniformDrawOfTrial(settings, index))
  })
  const { distance, pValue } = kolmogorovSmirnovOneSample(uniforms, (u) => u)
  const detects = largestDetectableWrongRate(settings, trials.length)
  return {
    sample: trials.length,
    distance,
    pValue,
    verdict: agreementVerdict(trials, pValue, detects),
    detects,
  }
}

function agreementVerdict(
  trials: readonly Trial[],
  pValue: number,
  detects: number | null,
): RunSummary['agreement']['verdict'] {
  if (countWrongAnswers(trials) > 0) return 'disagrees'
  // If even a weak test finds a deviation, there is one.
  if (trials.length >= 50 && pValue < DISAGREES) return 'disagrees'
  if (detects === null || detects < DETECTABLE_RATE_MIN) return 'few'
  return pValue < DOUBTFUL ? 'doubtful' : 'agrees'
}

export function countWrongAnswers(trials: readonly Trial[]): number {
  return trials.filter(({ verified }) => verified === false).length
}

const each = <T>(of: (p: number) => T) => ({ p50: of(0.5), p90: of(0.9), p95: of(0.95), p99: of(0.99) })

/** A clock with steps of this many milliseconds or more is coarse: two times of one step may be as far apart as two of neighbouring steps. */
const COARSE_STEP_MS = 1

export function isClockCoarse(clockResolution: number): boolean {
  return clockResolution >= COARSE_STEP_MS
}

/** Widens the interval of a time to the step of a coarse clock, because each reading may be wrong by a step. */
function withClockStep(
  value: number | null,
  interval: [number, number] | null,
  step: number,
): [number, number] | null {
  if (value === null || interval === null || !isClockCoarse(step)) return interval
  return [Math.max(Math.min(interval[0], value - step), 0), Math.max(interval[1], value + step)]
}

/**
 * Describes a sample of times. `beyond` is the number of searches that gave up, which count as longer than all others: there is no mean then,
 * and no percentile among them. `clock` is the smallest step of the clock in milliseconds.
 */
export function describeSample(values: readonly number[], beyond = 0, clock = 0): FigureDistribution | null {
  if (values.length === 0) return null
  const ascending = [...sortedNumbers(values), ...Array.from({ length: beyond }, () => Infinity)]
  const at = (p: number) => known(percentile(ascending, p))
  const between = (p: number) => withClockStep(at(p), finiteInterval(percentileInterval(ascending, p)), clock)
  const complete = beyond === 0
  return {
    mean: complete ? mean(values) : null,
    ...each(at),
    min: ascending[0] ?? 0,
    max: known(ascending.at(-1) ?? Infinity),
    intervals: {
      mean: complete ? withClockStep(mean(values), finiteInterval(meanInterval(values)), clock) : null,
      ...each(between),
    },
  }
}

/** Returns a percentile of the measured times, which is much faster than `describeSample`. Searches that gave up count as longer than all others. */
export function measuredTimePercentile(trials: readonly Trial[], p: number): number | null {
  const times = trials.map(({ counter, milliseconds }) => (counter === null ? Infinity : milliseconds))
  return times.length === 0 ? null : known(percentile(sortedNumbers(times), p))
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

export function finiteInterval(interval: readonly [number, number] | null): [number, number] | null {
  if (!interval) return null
  const [low, high] = interval
  return Number.isFinite(low) && Number.isFinite(high) ? [Math.max(low, 0), Math.max(high, 0)] : null
}

const SECTION_MIN = 5

/** Computes the rate of each worker and of all together. Only ranges that were searched to their end count, because it is unknown how much of the others was searched. */
function rangeRates(trials: readonly Trial[]) {
  const sums: [number, number][] = []
  for (const { work } of trials) {
    work.forEach(([attempts, milliseconds], worker) => {
      const own = (sums[worker] ??= [0, 0])
      own[0] += attempts
      own[1] += milliseconds
    })
  }
  const rates = sums.map(([attempts, milliseconds]) =>
    attempts > 0 && milliseconds > 0 ? (attempts / milliseconds) * 1000 : null,
  )
  const known = rates.filter((rate) => rate !== null)
  return { all: known.length > 0 ? sum(known) : null, lanes: rates }
}

export function rangeRatesWithIntervals(trials: readonly Trial[]): RunSummary['attemptsPerSecond'] {
  const rates = rangeRates(trials)
  const worked = trials.filter(({ work }) => work.some(([attempts]) => attempts > 0))
  const sections = splitIntoSections(worked, SECTION_MIN).map(rangeRates)
  const interval = (
    whole: number | null,
    of: (section: (typeof sections)[number]) => number | null | undefined,
  ) => {
    const known = sections.map(of).filter((rate) => typeof rate === 'number')
    // A section in which a worker finished nothing says nothing of that worker.
    return whole === null || known.length < sections.length
      ? null
      : finiteInterval(intervalFromSections(whole, known))
  }
  return {
    ...rates,
    interval: interval(rates.all, ({ all }) => all),
    laneIntervals: rates.lanes.map((rate, worker) => interval(rate, ({ lanes }) => lanes[worker])),
  }
}

export function perceivedRate(trials: readonly Trial[]): RunSummary['felt'] {
  const attemptsPerSecond = attemptsByTime(trials)
  if (attemptsPerSecond === null) return null
  const sections = splitIntoSections(trials, SECTION_MIN).map(attemptsByTime)
  const known = sections.filter((rate) => rate !== null)
  return { attemptsPerSecond, interval: finiteInterval(intervalFromSections(attemptsPerSecond, known)) }
}

function attemptsByTime(trials: readonly Trial[]): number | null {
  const time = sum(trials.map(({ milliseconds }) => milliseconds))
  return time > 0 ? (sum(trials.map(({ attempts }) => attempts)) / time) * 1000 : null
}

const WINDOWS = 40

/** `x` is seconds since the first trial, `y` attempts per second of all workers together. */
export function rateOverTime(trials: readonly Trial[]) {
  const end = trials.at(-1)?.startedAt ?? 0
  const width = end / Math.min(WINDOWS, trials.length) || 1
  const windows = new Map<number, Trial[]>()
  for (const trial of trials) {
    const index = Math.min(Math.floor(trial.startedAt / width), WINDOWS - 1)
    windows.set(index, [...(windows.get(index) ?? []), trial])
  }
  return [...windows].flatMap(([index, some]) => {
    const rate = rangeRates(some).all
    return rate === null ? [] : [{ x: ((index + 0.5) * width) / 1000, y: rate }]
  })
}

const FIT_SECTION_MIN = 15

/** Milliseconds that a coarse clock may read as zero. */
const COARSE_CLOCK_MS = 0.01

/**
 * Fits a line to the searches' (attempts, milliseconds), and measures how far the times are from those that it predicts. Null unless the times
 * certainly grow with the attempts.
 */
export function fitSolveTimes(difficulty: number, found: readonly Trial[]): RunSummary['fit'] {
  const fit = fitted(found)
  if (!fit) return null
  const times = found.map(({ milliseconds }) => milliseconds)
  // Only searches that found something are here: at high difficulties, those within the limit.
  const reached = shareSolvedWithin(difficulty, ATTEMPTS_MAX)
  const cdf = (time: number) => Math.min(shareEndedWithin(difficulty, fit, time) / reached, 1)
  return { ...fit, distance: kolmogorovSmirnovOneSample(times, cdf).distance }
}

function fitted(found: readonly Trial[]) {
  const sections = splitIntoSections(found, FIT_SECTION_MIN)
  if (sections.length === 0) {
    const line = fitLine(found)
    return line && fittedBy({ value: line.slope, interval: line.interval }, line.intercept, null)
  }
  const lines = sections.flatMap((section) => fitLine(section) ?? [])
  const slope = medianOfSections(lines.map((line) => line.slope))
  const fixed = medianOfSections(lines.map((line) => line.intercept))
  return slope && fixed && fittedBy(slope, fixed.value, fixed.interval)
}

function fittedBy(slope: Estimate, fixed: number, around: [number, number] | null) {
  const [least, most] = slope.interval ?? [0, 0]
  if (least <= 0) return null
  const attemptsPerSecond: [number, number] = [1000 / most, 1000 / least]
  return { fixed, attemptsPerSecond: 1000 / slope.value, intervals: { fixed: around, attemptsPerSecond } }
}

function fitLine(trials: readonly Trial[]) {
  return theilSenTrend(trials.map(({ attempts, milliseconds }) => ({ x: attempts, y: milliseconds })))
}

export function shareEndedWithin(
  difficulty: number,
  fit: { fixed: number; attemptsPerSecond: number },
  milliseconds: number,
): number {
  return shareSolvedWithin(difficulty, ((milliseconds - fit.fixed) / 1000) * fit.attemptsPerSecond)
}

/** How much longer each search took than its attempts let expect, as logarithms of ratios; the times themselves where no line fits. */
export function logResiduals(fit: RunSummary['fit'], found: readonly Trial[]): number[] {
  if (!fit) return found.map(({ milliseconds }) => milliseconds)
  return found.map(({ attempts, milliseconds }) => {
    const expected = Math.max(fit.fixed, 0) + (attempts / fit.attemptsPerSecond) * 1000
    return Math.log(Math.max(milliseconds, COARSE_CLOCK_MS) / expected)
  })
}
