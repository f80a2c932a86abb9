import { describe, expect, it } from 'vitest'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import {
  attemptsAt,
  expectedAttempts,
  firstWithin,
  uniformOf,
} from '../../../../src/profiler/stats/geometric.ts'
import { ksOneSample } from '../../../../src/profiler/stats/kolmogorov.ts'
import { trendPValue } from '../../../../src/profiler/stats/trend.ts'

describe('geometric', () => {
  const LIMIT = 10_000_000

  /** Attempts until success for likelihood 16^−difficulty, drawn by inversion. */
  function geometric(difficulty: number, u: number): number {
    return Math.max(Math.ceil(attemptsAt(difficulty, u)), 1)
  }

  /** What an honest search with ranges of `size` counters reports, and the uniform that follows from it. */
  function uniforms(difficulty: number, size: number, trials: number): number[] {
    const next = random(difficulty, size)
    return Array.from({ length: trials }, () => {
      const counter = geometric(difficulty, next()) - 1
      const from = Math.floor(counter / size) * size
      const range = counter < LIMIT ? { from, count: size } : { from: LIMIT, count: Infinity }
      return uniformOf(range, difficulty, next())
    })
  }

  describe('the geometric distribution', () => {
    it('has its mean at 16^d and its median at ln 2 of it', () => {
      expect(expectedAttempts(3)).toBe(4096)
      expect(attemptsAt(3, 0.5)).toBeCloseTo(4096 * Math.LN2, -1)
      expect(firstWithin(3, attemptsAt(3, 0.9))).toBeCloseTo(0.9, 12)
    })

    it('is 1 − (1 − 16^−d)^n, and its quantiles are where that reaches their share', () => {
      expect(firstWithin(1, 2)).toBeCloseTo(31 / 256, 12)
      expect(firstWithin(1, 0.5)).toBeCloseTo(1 - Math.sqrt(15 / 16), 12)
      expect(attemptsAt(1, 31 / 256)).toBeCloseTo(2, 12)
      expect(attemptsAt(3, 0.5)).toBeCloseTo(2_838.784264, 6)
      expect(attemptsAt(0, 0.5)).toBe(1)
    })

    it('is certain at difficulty 0 and impossible without attempts', () => {
      expect(firstWithin(0, 1)).toBe(1)
      expect(firstWithin(0, 0)).toBe(0)
      expect(firstWithin(3, -5)).toBe(0)
      expect(firstWithin(5, LIMIT)).toBeCloseTo(1 - 7.2e-5, 5)
      expect(firstWithin(6, LIMIT)).toBeCloseTo(0.449, 3)
    })
  })

  describe('uniformOf', () => {
    it('places a search within the step of the distribution that its range covers', () => {
      // The second counter at difficulty 1: from 1/16 to 31/256.
      expect(uniformOf({ from: 1, count: 1 }, 1, 0)).toBeCloseTo(1 / 16, 12)
      expect(uniformOf({ from: 1, count: 1 }, 1, 0.5)).toBeCloseTo(47 / 512, 12)
      expect(uniformOf({ from: 0, count: 2 }, 1, 1)).toBeCloseTo(31 / 256, 12)
      expect(uniformOf({ from: 2, count: Infinity }, 1, 1)).toBe(1)
    })

    it.each([
      [0, 1_000],
      [1, 1],
      [3, 512],
      [3, 16_384],
      [5, 8_192],
      [6, 100_000],
    ])('is uniform at difficulty %i with ranges of %i, unfound searches included', (difficulty, size) => {
      const found = ksOneSample(uniforms(difficulty, size, 2_000), (u) => u)
      expect(found.pValue).toBeGreaterThan(0.01)
    })

    it('is not uniform for another difficulty than the one searched', () => {
      const biased = Array.from({ length: 2_000 }, (_, index) => {
        const counter = geometric(3, random(5, index)()) * 1.15
        return uniformOf({ from: Math.floor(counter / 512) * 512, count: 512 }, 3, random(6, index)())
      })
      expect(ksOneSample(biased, (u) => u).pValue).toBeLessThan(0.001)
    })
  })
})

describe('calibrated', () => {
  /** What holds of hundreds of samples; examples of a few numbers are in the tests of each. */
  function noise(seed: number, size: number): number[] {
    return Array.from({ length: size }, random(seed, 1))
  }

  it('the p-values of samples are themselves uniform: neither too strict nor too lenient', () => {
    for (const size of [30, 400]) {
      const pValues = Array.from(
        { length: 500 },
        (_, seed) => ksOneSample(noise(seed, size), (value) => value).pValue,
      )
      expect(ksOneSample(pValues, (value) => value).pValue).toBeGreaterThan(0.01)
    }
  })

  it('one in twenty series of noise has a trend of less than 0.05', () => {
    const below = Array.from({ length: 1_000 }, (_, seed) => trendPValue(noise(seed, 40))).filter(
      (pValue) => pValue < 0.05,
    )
    expect(below.length).toBeGreaterThan(30)
    expect(below.length).toBeLessThan(70)
  })
})
