import { describe, expect, it } from 'vitest'
import { ksOneSample, ksTwoSample } from '../../../../src/profiler/stats/kolmogorovSmirnov.ts'
import { random } from '../../../../src/profiler/stats/random.ts'

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

  it('gives p-values that are themselves uniform: neither too strict nor too lenient', () => {
    for (const size of [30, 400]) {
      const pValues = Array.from(
        { length: 500 },
        (_, seed) => ksOneSample(sample(seed, size), uniform).pValue,
      )
      expect(ksOneSample(pValues, uniform).pValue).toBeGreaterThan(0.01)
    }
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
  })

  it('tells two rates apart and takes two samples of one rate as equal', () => {
    const fast = sample(1, 2_000, toExponential)
    const slow = sample(2, 2_000, (u) => toExponential(u) * 1.15)
    expect(ksTwoSample(fast, slow).pValue).toBeLessThan(0.001)
    expect(ksTwoSample(fast, sample(3, 1_500, toExponential)).pValue).toBeGreaterThan(0.01)
  })
})
