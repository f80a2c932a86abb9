import { describe, expect, it } from 'vitest'
import { kolmogorovTail, limitTail } from '../../../../src/profiler/stats/kolmogorovTail.ts'

describe('kolmogorovTail', () => {
  it('gives the worked example of Marsaglia, Tsang and Wang: P(D₁₀ < 0.274) = 0.628479…', () => {
    expect(1 - kolmogorovTail(0.274, 10)).toBeCloseTo(0.62847961546, 9)
  })

  // Miller, "Table of Percentage Points of Kolmogorov Statistics" (J. Am. Stat. Assoc. 51, 1956), two-sided.
  it.each([
    [1, 0.05, 0.975],
    [5, 0.05, 0.56328],
    [10, 0.05, 0.40925],
    [20, 0.05, 0.29408],
    [40, 0.05, 0.21012],
    [100, 0.05, 0.13403],
    [10, 0.01, 0.48893],
    [20, 0.01, 0.35241],
    [100, 0.01, 0.16081],
  ])('agrees with the published point for n = %i at %f', (n, level, critical) => {
    expect(kolmogorovTail(critical, n)).toBeCloseTo(level, 4)
  })

  it('joins the corrected limit without a jump', () => {
    for (const d of [0.05, 0.08, 0.11, 0.14]) {
      expect(Math.abs(kolmogorovTail(d, 140) - kolmogorovTail(d, 141))).toBeLessThan(0.01)
    }
  })

  it('stays a likelihood at the ends', () => {
    for (const n of [1, 50, 5_000]) {
      expect(kolmogorovTail(0, n)).toBe(1)
      expect(kolmogorovTail(1, n)).toBeCloseTo(0, 12)
    }
  })
})

describe('limitTail', () => {
  // Smirnov, "Table for estimating the goodness of fit of empirical distributions" (Ann. Math. Stat. 19, 1948).
  it.each([
    [0.5, 1 - 0.036055],
    [1, 1 - 0.73],
    [1.36, 1 - 0.950514],
    [1.63, 1 - 0.990154],
    [2, 1 - 0.999329],
  ])('agrees with the published table at %f', (x, tail) => {
    expect(limitTail(x)).toBeCloseTo(tail, 5)
  })
})
