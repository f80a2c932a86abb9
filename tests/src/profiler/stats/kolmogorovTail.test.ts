import { describe, expect, it } from 'vitest'
import { kolmogorovTail, limitTail } from '../../../../src/profiler/stats/kolmogorov.ts'

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

  // For one and two values the distribution is 2d − 1 and, up to one half and above it, 2 (2d − ½)² and 1 − 2 (1 − d)².
  it.each([
    [1, 0.3, 1],
    [1, 0.7, 0.6],
    [2, 0.2, 1],
    [2, 0.3, 0.98],
    [2, 0.5, 0.5],
    [2, 0.6, 0.32],
    [2, 0.9, 0.02],
  ])('is what can be worked out by hand for n = %i at %f', (n, distance, tail) => {
    expect(kolmogorovTail(distance, n)).toBeCloseTo(tail, 12)
  })

  // scipy.stats.kstwo.sf
  it.each([
    [3, 0.4, 0.594666666667],
    [7, 0.1, 0.999989973157],
    [7, 0.3, 0.46626387699],
    [7, 0.5, 0.038391741536],
    [7, 0.8, 0.00002598993],
    [140, 0.05, 0.857648029766],
    [140, 0.1, 0.113536572901],
  ])('is exact for n = %i at %f', (n, distance, tail) => {
    expect(kolmogorovTail(distance, n)).toBeCloseTo(tail, 10)
  })

  it('is the limit at the corrected root of the size for more than 140 values', () => {
    // (√141 + 0.12 + 0.11 / √141) × 0.1 and so on, in scipy.stats.kstwobign.sf
    expect(kolmogorovTail(0.1, 141)).toBeCloseTo(0.112055630571, 10)
    expect(kolmogorovTail(0.04, 1_000)).toBeCloseTo(0.07950346037, 10)
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
    for (let distance = 0.01; distance < 1; distance += 0.01) {
      for (const n of [1, 2, 11]) {
        expect(kolmogorovTail(distance, n)).toBeGreaterThanOrEqual(0)
        expect(kolmogorovTail(distance, n)).toBeLessThanOrEqual(1)
      }
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

  // scipy.stats.kstwobign.sf
  it.each([
    [0.25, 0.99999997317619],
    [0.4, 0.9971923267773],
    [0.8, 0.5441424115742],
    [1.2, 0.1122496666707],
  ])('is right to ten digits at %f', (x, tail) => {
    expect(limitTail(x)).toBeCloseTo(tail, 10)
  })

  it('is certain for no distance at all, and never more than that', () => {
    expect(limitTail(0)).toBe(1)
    for (let x = 0; x < 3; x += 0.001) expect(limitTail(x)).toBeLessThanOrEqual(1)
  })
})
