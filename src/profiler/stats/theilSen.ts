import { median, percentile, sorted } from './percentile.ts'
import { Z } from './studentT.ts'

type Point = { x: number; y: number }
export type Line = {
  slope: number
  intercept: number
  /** The slope's 95 % interval; null where there are too few points for one. */
  interval: [number, number] | null
}

/** Points beyond this are thinned evenly: the number of pairs grows with the square. */
const POINTS_MAX = 300

/**
 * The Theil–Sen line: the median of all pairs' slopes, which a few slow outliers cannot bend. Its interval is Sen's, by Kendall's
 * test ("Estimates of the Regression Coefficient Based on Kendall's Tau", J. Am. Stat. Assoc. 63, 1968). Null without two different x.
 */
export function theilSen(points: readonly Point[]): Line | null {
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
  const reach = Z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const low = slopes[Math.floor((slopes.length - reach) / 2) - 1]
  const high = slopes[Math.ceil((slopes.length + reach) / 2)]
  return low === undefined || high === undefined ? null : [low, high]
}

function thin(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / POINTS_MAX)
  return points.filter((_, index) => index % step === 0)
}
