import { median, percentile, sorted, sum } from './sample.ts'
import { Z } from './intervals.ts'
import type { Estimate } from './intervals.ts'

type Point = { x: number; y: number }

/** Points beyond this are thinned evenly: the number of pairs grows with the square. */
const POINTS_MAX = 300

/** The Theil–Sen line: the median of all pairs' slopes, with Sen's interval (J. Am. Stat. Assoc. 63, 1968). Null without two different x. */
export function theilSen(points: readonly Point[]) {
  const thinned = thin(points)
  const slopes: number[] = []
  thinned.forEach((left, index) => {
    for (const right of thinned.slice(index + 1)) {
      if (right.x !== left.x) slopes.push((right.y - left.y) / (right.x - left.x))
    }
  })
  if (slopes.length === 0) return null
  const ascending = sorted(slopes)
  const slope = percentile(ascending, 0.5)
  return {
    slope,
    intercept: median(points.map(({ x, y }) => y - slope * x)),
    interval: senInterval(ascending, thinned.length),
  }
}

function senInterval(slopes: readonly number[], n: number): [number, number] | null {
  const reach = Z * Math.sqrt(steps(n) / 18)
  const low = slopes[Math.floor((slopes.length - reach) / 2) - 1]
  const high = slopes[Math.ceil((slopes.length + reach) / 2)]
  return low === undefined || high === undefined ? null : [low, high]
}

function thin(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / POINTS_MAX)
  return points.filter((_, index) => index % step === 0)
}

/** How much a rate `y` changes in a minute, in percent of its median; `x` is seconds. */
export function percentPerMinute(points: readonly Point[]): Estimate | null {
  const line = theilSen(points)
  if (!line) return null
  const percent = (slope: number) => ((slope * 60) / median(points.map(({ y }) => y))) * 100
  const { slope, interval } = line
  return { value: percent(slope), interval: interval && [percent(interval[0]), percent(interval[1])] }
}

/** How often chance alone makes a series rise or fall as steadily as this one: the two-sided Mann–Kendall test, corrected for ties. */
export function trendPValue(values: readonly number[]): number {
  const n = values.length
  if (n < 3) return 1
  let score = 0
  values.forEach((left, index) => {
    for (const right of values.slice(index + 1)) score += Math.sign(right - left)
  })
  const variance = (steps(n) - tieSteps(values)) / 18
  if (variance <= 0) return 1
  const z = Math.max(Math.abs(score) - 1, 0) / Math.sqrt(variance)
  return erfc(z / Math.SQRT2)
}

function steps(n: number): number {
  return n * (n - 1) * (2 * n + 5)
}

function tieSteps(values: readonly number[]): number {
  const groups = new Map<number, number>()
  for (const value of values) groups.set(value, (groups.get(value) ?? 0) + 1)
  return sum([...groups.values()].map(steps))
}

/** Abramowitz & Stegun 7.1.26, for x ≥ 0; within 1.5 × 10⁻⁷. */
export function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  return series.reduce((sum, coefficient) => sum * t + coefficient, 0) * t * Math.exp(-x * x)
}
