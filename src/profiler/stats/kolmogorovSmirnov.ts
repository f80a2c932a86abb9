import { kolmogorovTail } from './kolmogorovTail.ts'
import { sorted } from './percentile.ts'

/** `distance` is the largest gap between the two distribution functions, `pValue` how often chance alone makes one as large. */
export type KsResult = { distance: number; pValue: number }

/** One sample against a continuous distribution function. */
export function ksOneSample(values: readonly number[], cdf: (value: number) => number): KsResult {
  const n = values.length
  if (n === 0) return { distance: 0, pValue: 1 }
  let distance = 0
  sorted(values).forEach((value, index) => {
    const expected = cdf(value)
    distance = Math.max(distance, (index + 1) / n - expected, expected - index / n)
  })
  return { distance, pValue: kolmogorovTail(distance, n) }
}

/** Two samples against each other. The p-value is the limit's, with Stephens' correction at the effective size. */
export function ksTwoSample(left: readonly number[], right: readonly number[]): KsResult {
  const [a, b] = [sorted(left), sorted(right)]
  if (a.length === 0 || b.length === 0) return { distance: 0, pValue: 1 }
  let [i, j, distance] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? Infinity, b[j] ?? Infinity)
    while ((a[i] ?? Number.NaN) <= value) i++
    while ((b[j] ?? Number.NaN) <= value) j++
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length))
  }
  const size = (a.length * b.length) / (a.length + b.length)
  return { distance, pValue: kolmogorovTail(distance, Math.round(size)) }
}
