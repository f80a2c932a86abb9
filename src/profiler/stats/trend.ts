import { median, percentile, sortedNumbers } from './sample.ts'
import { NORMAL_QUANTILE_975 } from './intervals.ts'

type Point = { x: number; y: number }

/** Most points that are used, because the number of pairs grows with the square. More points are thinned evenly. */
const POINTS_MAX = 300

/** Fits the Theil–Sen line: the median of the slopes of all pairs, with Sen's interval (J. Am. Stat. Assoc. 63, 1968). Null without two different x. */
export function theilSenTrend(points: readonly Point[]) {
  const thinned = thin(points)
  const slopes: number[] = []
  thinned.forEach((left, index) => {
    for (const right of thinned.slice(index + 1)) {
      if (right.x !== left.x) slopes.push((right.y - left.y) / (right.x - left.x))
    }
  })
  if (slopes.length === 0) return null
  const ascending = sortedNumbers(slopes)
  const slope = percentile(ascending, 0.5)
  return {
    slope,
    intercept: median(points.map(({ x, y }) => y - slope * x)),
    interval: senInterval(ascending, thinned.length),
  }
}

function senInterval(slopes: readonly number[], n: number): [number, number] | null {
  const reach = NORMAL_QUANTILE_975 * Math.sqrt(steps(n) / 18)
  const low = slopes[Math.floor((slopes.length - reach) / 2) - 1]
  const high = slopes[Math.ceil((slopes.length + reach) / 2)]
  return low === undefined || high === undefined ? null : [low, high]
}

function thin(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / POINTS_MAX)
  return points.filter((_, index) => index % step === 0)
}

function steps(n: number): number {
  return n * (n - 1) * (2 * n + 5)
}
