import type { Summary, Trial } from '../model/runResult.ts'
import { firstWithin } from '../stats/geometric.ts'
import { ksOneSample } from '../stats/kolmogorovSmirnov.ts'
import { theilSen } from '../stats/theilSen.ts'

/**
 * The line through (attempts, milliseconds): what a search costs before its first attempt, and the rate beyond. With it
 * the geometric distribution predicts the times; `distance` is how far the measured ones are from that.
 */
export function fitOf(difficulty: number, found: readonly Trial[]): Summary['fit'] {
  const line = theilSen(found.map(({ attempts, milliseconds }) => ({ x: attempts, y: milliseconds })))
  if (!line || line.slope <= 0) return null
  const times = found.map(({ milliseconds }) => milliseconds)
  const fit = { fixed: line.intercept, attemptsPerSecond: 1000 / line.slope }
  return { ...fit, distance: ksOneSample(times, (time) => timesWithin(difficulty, fit, time)).distance }
}

/** The share of searches that should end within `milliseconds`. */
export function timesWithin(
  difficulty: number,
  fit: { fixed: number; attemptsPerSecond: number },
  milliseconds: number,
): number {
  return firstWithin(difficulty, ((milliseconds - fit.fixed) / 1000) * fit.attemptsPerSecond)
}
