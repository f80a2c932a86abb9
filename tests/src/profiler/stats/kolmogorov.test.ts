import { describe, expect, it } from 'vitest'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import {
  kolmogorovTail,
  ksOneSample,
  ksTwoSample,
  limitTail,
} from '../../../../src/profiler/stats/kolmogorov.ts'

describe('kolmogorovSmirnov', () => {
  const uniform = (value: number) => Math.min(Math.max(value, 0), 1)
  const exponential = (value: number) => -Math.expm1(-value)

  function sample(seed: number, size: number, shape = (u: number) => u): number[] {
    const next = random(seed)
    return Array.from({ length: size }, () => shape(next()))
  }

  const toExponential = (u: number) => -Math.log1p(-u)

  describe('ksOneSample', () => {
    it('measures the largest gap on either side of a step', () => {
      expect(ksOneSample([0.1, 0.2, 0.3, 0.4], uniform).distance).toBeCloseTo(0.6, 12)
      expect(ksOneSample([0.6, 0.7, 0.8, 0.9], uniform).distance).toBeCloseTo(0.6, 12)
      expect(ksOneSample([0.25, 0.75], uniform).distance).toBeCloseTo(0.25, 12)
    })

    it('accepts exponential samples and rejects the same ones stretched by a tenth', () => {
      const values = sample(7, 5_000, toExponential)
      expect(ksOneSample(values, exponential).pValue).toBeGreaterThan(0.01)
      expect(
        ksOneSample(
          values.map((value) => value * 1.1),
          exponential,
        ).pValue,
      ).toBeLessThan(0.001)
    })

    it('gives the exact likelihood of that gap, whatever the order of the values', () => {
      // 2 (1 − d) for one value, 2 (1 − d)² for two that are more than half away.
      expect(ksOneSample([0.3], uniform)).toEqual({ distance: 0.7, pValue: expect.closeTo(0.6, 12) })
      const two = ksOneSample([0.1, 0.4], uniform)
      expect(two.distance).toBeCloseTo(0.6, 12)
      expect(two.pValue).toBeCloseTo(0.32, 12)
      expect(ksOneSample([0.4, 0.1], uniform)).toEqual(two)
    })

    it('gives a p-value of 1 for an empty sample', () => {
      expect(ksOneSample([], uniform)).toEqual({ distance: 0, pValue: 1 })
    })
  })

  describe('ksTwoSample', () => {
    it('measures the largest gap between two samples, ties included', () => {
      expect(ksTwoSample([1, 2, 3, 4], [3, 4, 5, 6]).distance).toBeCloseTo(0.5, 12)
      expect(ksTwoSample([1, 1, 1], [1, 1, 1]).distance).toBe(0)
      expect(ksTwoSample([1, 2], [3, 4]).distance).toBe(1)
      expect(ksTwoSample([3, 4], [1, 2]).distance).toBe(1)
      expect(ksTwoSample([1, 9], [5, 2, 4, 3]).distance).toBeCloseTo(0.5, 12)
      expect(ksTwoSample([2, 2, 7], [2, 5, 5, 5]).distance).toBeCloseTo(2 / 3 - 1 / 4, 12)
    })

    it('gives the likelihood of that gap at the effective size', () => {
      // 4 × 4 / (4 + 4) = 2, where one half is as likely as not.
      expect(ksTwoSample([1, 2, 3, 4], [3, 4, 5, 6]).pValue).toBeCloseTo(0.5, 12)
      expect(ksTwoSample([3, 4, 5, 6], [1, 2, 3, 4]).pValue).toBeCloseTo(0.5, 12)
      // 2 × 6 / (2 + 6) = 1.5, which counts as 2.
      expect(ksTwoSample([1, 4], [2, 3, 5, 6, 7, 8]).pValue).toBeCloseTo(2 * (1 - 4 / 6) ** 2, 12)
    })

    it('finds nothing where either sample is empty', () => {
      expect(ksTwoSample([], [1, 2])).toEqual({ distance: 0, pValue: 1 })
      expect(ksTwoSample([1, 2], [])).toEqual({ distance: 0, pValue: 1 })
    })

    it('tells two rates apart and takes two samples of one rate as equal', () => {
      const fast = sample(1, 2_000, toExponential)
      const slow = sample(2, 2_000, (u) => toExponential(u) * 1.15)
      expect(ksTwoSample(fast, slow).pValue).toBeLessThan(0.001)
      expect(ksTwoSample(fast, sample(3, 1_500, toExponential)).pValue).toBeGreaterThan(0.01)
    })
  })
})

describe('kolmogorovTail', () => {
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
})
