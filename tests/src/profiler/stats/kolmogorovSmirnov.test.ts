import { describe, expect, it } from 'vitest'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import { ksOneSample, ksTwoSample } from '../../../../src/profiler/stats/kolmogorov.ts'

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
