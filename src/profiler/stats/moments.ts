import { mean } from './percentile.ts'

/** Unbiased; NaN below two values. */
export function variance(values: readonly number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}

/** The third standardised moment; 0 for values that are all equal. */
export function skewness(values: readonly number[]): number {
  const centre = mean(values)
  const second = mean(values.map((value) => (value - centre) ** 2))
  const third = mean(values.map((value) => (value - centre) ** 3))
  return second > 0 ? third / second ** 1.5 : 0
}
