import { ATTEMPTS_MAX } from '../../../contract/challenge.ts'
import { sortedNumbers } from './sample.ts'

/**
 * Distance that the test detects in nine of ten runs, times the root of the sample's size: p < 0.001 begins at 1.95, and 1.28 standard
 * deviations (0.5 each) more are exceeded in nine of ten runs.
 */
const FOUND_NINE_IN_TEN = 1.95 + 1.28 * 0.5

const PRECISION = 0.005

/**
 * Returns the largest wrong success rate, as a share of the right one, that a Kolmogorov–Smirnov test of the values of
 * `probabilityTransformOfRange` detects in nine of ten runs. Null if it detects none, e.g. with very wide ranges.
 */
export function largestDetectableWrongRate(
  { difficulty, range }: { difficulty: number; range: number },
  size: number,
): number | null {
  const needed = FOUND_NINE_IN_TEN / Math.sqrt(size)
  for (let rate = 1 - PRECISION; rate > PRECISION / 2; rate -= PRECISION) {
    if (distanceAt(difficulty, range, rate) >= needed) return rate
  }
  return null
}

function distanceAt(difficulty: number, range: number, rate: number): number {
  const chance = 16 ** -difficulty
  const right = range * Math.log1p(-chance)
  const lower = range * Math.log1p(-chance * rate)
  const most = Math.floor(ATTEMPTS_MAX / range)
  const best = Number.isFinite(right) ? Math.log(right / lower) / (lower - right) : 1
  const distances = [Math.floor(best), Math.ceil(best)].map((ranges) => {
    const at = Math.min(ranges, most)
    return Math.exp(lower * at) - Math.exp(right * at)
  })
  return Math.max(...distances)
}

/** Returns the probability that a sample of `n` values is at least `distance` away from its own distribution, with Stephens' correction: within 2 % from 50 values on. */
export function kolmogorovTail(distance: number, n: number): number {
  const root = Math.sqrt(n)
  const x = (root + 0.12 + 0.11 / root) * distance
  // Below 0.2 the probability is 1 to thirteen digits, and the series would need hundreds of terms.
  if (x < 0.2) return 1
  let [sum, term] = [0, 1]
  for (let k = 1; term > 1e-16; k++) {
    term = Math.exp(-2 * k * k * x * x)
    sum += k % 2 === 1 ? term : -term
  }
  return Math.min(2 * sum, 1)
}

export function kolmogorovSmirnovOneSample(
  values: readonly number[],
  cdf: (value: number) => number,
): { distance: number; pValue: number } {
  const n = values.length
  if (n === 0) return { distance: 0, pValue: 1 }
  let distance = 0
  sortedNumbers(values).forEach((value, index) => {
    const expected = cdf(value)
    distance = Math.max(distance, (index + 1) / n - expected, expected - index / n)
  })
  return { distance, pValue: kolmogorovTail(distance, n) }
}
