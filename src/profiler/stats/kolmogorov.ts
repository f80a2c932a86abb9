import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { sorted } from './sample.ts'

/** p < 0.001 is a distance of 1.95 over the root of the sample's size; 1.28 times half of that root's share more is found nine times in ten. */
const FOUND_NINE_IN_TEN = 1.95 + 1.28 * 0.5

const PRECISION = 0.005

/** The largest success rate, as a share of the right one, that the test of `uniformOf` finds nine times in ten; null where it finds none, as with very wide ranges. */
export function detectableRate(
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
  const most = Math.floor(MAX_ATTEMPTS / range)
  const best = Number.isFinite(right) ? Math.log(right / lower) / (lower - right) : 1
  const distances = [Math.floor(best), Math.ceil(best)].map((ranges) => {
    const at = Math.min(ranges, most)
    return Math.exp(lower * at) - Math.exp(right * at)
  })
  return Math.max(...distances)
}

/** The likelihood that a sample of `n` lies at least `distance` from its own distribution: Stephens' correction of the limit, within 2 % from 50 values on. */
export function kolmogorovTail(distance: number, n: number): number {
  const root = Math.sqrt(n)
  const x = (root + 0.12 + 0.11 / root) * distance
  // Below 0.2 the tail is 1 to thirteen digits, and the series would need hundreds of terms.
  if (x < 0.2) return 1
  let [sum, term] = [0, 1]
  for (let k = 1; term > 1e-16; k++) {
    term = Math.exp(-2 * k * k * x * x)
    sum += k % 2 === 1 ? term : -term
  }
  return Math.min(2 * sum, 1)
}

export function ksOneSample(
  values: readonly number[],
  cdf: (value: number) => number,
): { distance: number; pValue: number } {
  const n = values.length
  if (n === 0) return { distance: 0, pValue: 1 }
  let distance = 0
  sorted(values).forEach((value, index) => {
    const expected = cdf(value)
    distance = Math.max(distance, (index + 1) / n - expected, expected - index / n)
  })
  return { distance, pValue: kolmogorovTail(distance, n) }
}
