import { describe, expect, it } from 'vitest'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import {
  kolmogorovTail,
  ksOneSample,
  ksDistance,
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

    it('gives the likelihood of that gap, whatever the order of the values', () => {
      const two = ksOneSample([0.1, 0.4], uniform)
      expect(two).toEqual({ distance: expect.closeTo(0.6, 12), pValue: kolmogorovTail(two.distance, 2) })
      expect(ksOneSample([0.4, 0.1], uniform)).toEqual(two)
    })

    it('gives a p-value of 1 for an empty sample', () => {
      expect(ksOneSample([], uniform)).toEqual({ distance: 0, pValue: 1 })
    })
  })

  describe('ksDistance', () => {
    it('measures the largest gap between two samples, ties included', () => {
      expect(ksDistance([1, 2, 3, 4], [3, 4, 5, 6])).toBeCloseTo(0.5, 12)
      expect(ksDistance([1, 1, 1], [1, 1, 1])).toBe(0)
      expect(ksDistance([1, 2], [3, 4])).toBe(1)
      expect(ksDistance([3, 4], [1, 2])).toBe(1)
      expect(ksDistance([1, 9], [5, 2, 4, 3])).toBeCloseTo(0.5, 12)
      expect(ksDistance([2, 2, 7], [2, 5, 5, 5])).toBeCloseTo(2 / 3 - 1 / 4, 12)
    })

    it('finds nothing where either sample is empty', () => {
      expect(ksDistance([], [1, 2])).toBe(0)
      expect(ksDistance([1, 2], [])).toBe(0)
    })

    it('tells two rates apart and takes two samples of one rate as equal', () => {
      const fast = sample(1, 2_000, toExponential)
      const slow = sample(2, 2_000, (u) => toExponential(u) * 1.15)
      expect(kolmogorovTail(ksDistance(fast, slow), 1_000)).toBeLessThan(0.001)
      expect(kolmogorovTail(ksDistance(fast, sample(3, 2_000, toExponential)), 1_000)).toBeGreaterThan(0.01)
    })
  })
})

describe('kolmogorovTail', () => {
  describe('kolmogorovTail', () => {
    // The exact distribution's points (Marsaglia, Tsang & Wang, J. Stat. Soft. 8/18, 2003).
    it.each([
      [50, 0.2707, 0.001],
      [50, 0.226, 0.01],
      [50, 0.1884, 0.05],
      [80, 0.215, 0.001],
      [80, 0.1795, 0.01],
      [140, 0.1632, 0.001],
      [140, 0.1362, 0.01],
      [140, 0.1135, 0.05],
    ])('is within 3 % of the exact one where a verdict is drawn, for n = %i at %f', (n, distance, tail) => {
      expect(kolmogorovTail(distance, n) / tail).toBeCloseTo(1, 1)
      expect(Math.abs(kolmogorovTail(distance, n) / tail - 1)).toBeLessThan(0.03)
    })

    it('is the limit at the corrected root of the size', () => {
      // (√141 + 0.12 + 0.11 / √141) × 0.1 and so on, in scipy.stats.kstwobign.sf
      expect(kolmogorovTail(0.1, 141)).toBeCloseTo(0.112055630571, 10)
      expect(kolmogorovTail(0.04, 1_000)).toBeCloseTo(0.07950346037, 10)
    })

    it('stays a likelihood at the ends', () => {
      for (const n of [10, 50, 5_000]) {
        expect(kolmogorovTail(0, n)).toBe(1)
        expect(kolmogorovTail(1, n)).toBeCloseTo(0, 8)
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
