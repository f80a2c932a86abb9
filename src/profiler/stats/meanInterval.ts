import { skewness, variance } from './moments.ts'
import { mean } from './percentile.ts'
import { studentT } from './studentT.ts'

/** Below this size the correction for skewness is itself too rough. */
const SIZE_MIN = 20

/**
 * The 95 % interval of a mean: Student's t after Hall's transformation, which takes the skewness out ("On the Removal of
 * Skewness by Transformation", J. R. Stat. Soc. B 54/1, 1992). Times of searches are as skewed as the exponential distribution.
 */
export function meanInterval(values: readonly number[]): [number, number] | null {
  const n = values.length
  if (n < SIZE_MIN) return null
  const [centre, spread] = [mean(values), Math.sqrt(variance(values))]
  const skew = skewness(values)
  const t = studentT(n - 1) / Math.sqrt(n)
  const back = (x: number) =>
    Math.abs(skew) < 1e-6 ? x : (3 / skew) * (Math.cbrt(1 + skew * (x - skew / (6 * n))) - 1)
  return [centre - spread * back(t), centre - spread * back(-t)]
}
