import { median } from './percentile.ts'

type Point = { x: number; y: number }
type Line = { slope: number; intercept: number }

/** Points beyond this are thinned evenly: the number of pairs grows with the square. */
const POINTS_MAX = 300

/** The Theil–Sen line: the median of all pairs' slopes, which a few slow outliers cannot bend. Null without two different x. */
export function theilSen(points: readonly Point[]): Line | null {
  const thinned = thin(points)
  const slopes: number[] = []
  thinned.forEach((left, index) => {
    for (const right of thinned.slice(index + 1)) {
      if (right.x !== left.x) slopes.push((right.y - left.y) / (right.x - left.x))
    }
  })
  if (slopes.length === 0) return null
  const slope = median(slopes)
  return { slope, intercept: median(points.map(({ x, y }) => y - slope * x)) }
}

function thin(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / POINTS_MAX)
  return step > 1 ? points.filter((_, index) => index % step === 0) : points
}
