import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import type { Trial } from '../model/runResult.ts'
import type { Summary } from '../model/runSummary.ts'
import { firstWithin } from '../stats/geometric.ts'
import { ksOneSample } from '../stats/kolmogorovSmirnov.ts'
import { sectionMedian, sectionsOf } from '../stats/sections.ts'
import { theilSen } from '../stats/theilSen.ts'

/** Trials of a section below which its line says too little. */
const SECTION_MIN = 15

/** Milliseconds that a coarse clock may read as zero. */
const CLOCK = 0.01

type Fitted = Pick<NonNullable<Summary['fit']>, 'fixed' | 'attemptsPerSecond' | 'intervals'>

/**
 * The line through (attempts, milliseconds): what a search costs before its first attempt, and the rate beyond. With it
 * the geometric distribution predicts the times; `distance` is how far the measured ones are from that. Null where the times
 * do not grow with the attempts for certain: easy searches last as long as their messages, and a slope would mean nothing.
 */
export function fitOf(difficulty: number, found: readonly Trial[]): Summary['fit'] {
  const fit = fittedSections(found) ?? fittedWhole(found)
  if (!fit) return null
  const times = found.map(({ milliseconds }) => milliseconds)
  // Only searches that found something are here: at high difficulties, those within the limit.
  const reached = firstWithin(difficulty, MAX_ATTEMPTS)
  const cdf = (time: number) => Math.min(timesWithin(difficulty, fit, time) / reached, 1)
  return { ...fit, distance: ksOneSample(times, cdf).distance }
}

/** The medians of the lines through each section of the run. Null with too few trials. */
function fittedSections(found: readonly Trial[]): Fitted | null {
  const lines = sectionsOf(found, SECTION_MIN).flatMap((section) => lineOf(section) ?? [])
  const slope = sectionMedian(lines.map((line) => line.slope))
  const fixed = sectionMedian(lines.map((line) => line.intercept))
  if (!slope || !fixed || slope.interval[0] <= 0) return null
  const [least, most] = slope.interval
  return {
    fixed: fixed.value,
    attemptsPerSecond: 1000 / slope.value,
    intervals: { fixed: fixed.interval, attemptsPerSecond: [1000 / most, 1000 / least] },
  }
}

/** One line through few trials. */
function fittedWhole(found: readonly Trial[]): Fitted | null {
  if (sectionsOf(found, SECTION_MIN).length > 0) return null
  const line = lineOf(found)
  if (!line?.interval || line.interval[0] <= 0) return null
  const [least, most] = line.interval
  return {
    fixed: line.intercept,
    attemptsPerSecond: 1000 / line.slope,
    intervals: { fixed: null, attemptsPerSecond: [1000 / most, 1000 / least] },
  }
}

function lineOf(trials: readonly Trial[]) {
  return theilSen(trials.map(({ attempts, milliseconds }) => ({ x: attempts, y: milliseconds })))
}

/** The share of searches that should end within `milliseconds`. */
export function timesWithin(
  difficulty: number,
  fit: { fixed: number; attemptsPerSecond: number },
  milliseconds: number,
): number {
  return firstWithin(difficulty, ((milliseconds - fit.fixed) / 1000) * fit.attemptsPerSecond)
}

/** How much longer each search took than its attempts let expect, as logarithms of ratios; the times themselves where no line fits. */
export function residualsOf(fit: Summary['fit'], found: readonly Trial[]): number[] {
  if (!fit) return found.map(({ milliseconds }) => milliseconds)
  return found.map(({ attempts, milliseconds }) => {
    const expected = Math.max(fit.fixed, 0) + (attempts / fit.attemptsPerSecond) * 1000
    return Math.log(Math.max(milliseconds, CLOCK) / expected)
  })
}
