import { variance } from './moments.ts'
import { mean } from './percentile.ts'
import { studentT } from './studentT.ts'

/**
 * The difference of two groups' means with its 95 % interval (Welch, Biometrika 34, 1947). For groups of runs, each with a mean of its
 * own, it is what a mixed model with the run as random effect gives (Kalibera & Jones, "Rigorous Benchmarking in Reasonable Time",
 * ISMM 2013, 7). `luck` is further variance of both that repeating does not lessen.
 */
export function welch(
  left: readonly number[],
  right: readonly number[],
  luck = 0,
): { centre: number; interval: [number, number] } {
  const [a, b] = [variance(left) / left.length, variance(right) / right.length]
  const freedom = (a + b) ** 2 / (a ** 2 / (left.length - 1) + b ** 2 / (right.length - 1))
  const least = Math.min(left.length, right.length) - 1
  const reach = studentT(Number.isFinite(freedom) ? freedom : least) * Math.sqrt(a + b + luck)
  const centre = mean(left) - mean(right)
  return { centre, interval: [centre - reach, centre + reach] }
}
