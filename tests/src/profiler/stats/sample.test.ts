import { describe, expect, it } from 'vitest'
import {
  attemptsAt,
  edgesTo,
  firstWithin,
  histogram,
  median,
  percentile,
  roundStep,
  sorted,
  uniformOf,
} from '../../../../src/profiler/stats/sample.ts'
import { kolmogorovTail, ksOneSample } from '../../../../src/profiler/stats/kolmogorov.ts'
import { theilSen, trendPValue } from '../../../../src/profiler/stats/trend.ts'

it('percentile interpolates as R does by default', () => {
  const oneToTen = sorted([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(percentile(oneToTen, 0.5)).toBe(5.5)
  expect(percentile(oneToTen, 0.9)).toBeCloseTo(9.1, 12)
  expect(percentile(oneToTen, 0.99)).toBeCloseTo(9.91, 12)
  expect(percentile(oneToTen, 0)).toBe(1)
  expect(percentile(oneToTen, 1)).toBe(10)
  expect(median([3])).toBe(3)
  expect(median([9, 1, 10])).toBe(9)
  expect(median([])).toBeNaN()
})

describe('histogram', () => {
  it('counts what lies below the first edge in the first bin, and what lies beyond the last one apart', () => {
    const { counts, beyond } = histogram([-5, 0, 0.5, 1, 2.9, 3, 99], [0, 1, 2, 3])
    expect(counts).toEqual([3, 1, 1])
    expect(beyond).toBe(2)
  })

  it('has edges of whole steps, and rounds a step up to 1, 2, 5 or 10 of its power of ten', () => {
    expect(edgesTo(500, 4, 50)).toEqual([0, 150, 300, 450, 600])
    expect(edgesTo(10, 24, 64)).toEqual([0, 64])
    expect([100, 101, 200, 201, 500, 501, 999].map((end) => roundStep(end, 10))).toEqual([
      10, 20, 20, 50, 50, 100, 100,
    ])
  })
})

describe('theilSen', () => {
  it('takes the median of all slopes between points of different x', () => {
    const line = theilSen([
      { x: 0, y: 0 },
      { x: 0, y: 4 },
      { x: 1, y: 5 },
      { x: 2, y: 6 },
    ])
    // From (0,0): 5 and 3; from (0,4): 1 and 1; between the last two: 1.
    expect(line?.slope).toBe(1)
    expect(line?.intercept).toBe(4)
  })

  it('thins more than 300 points evenly, for the slopes alone', () => {
    // Every other point lies far off: thinned to the even ones, all slopes are 2, and half of the intercepts.
    const points = (count: number) =>
      Array.from({ length: count }, (_, x) => ({ x, y: 2 * x + (x % 2 === 1 ? 1_000 * x : 0) }))
    expect(theilSen(points(302))?.slope).toBe(2)
    expect(theilSen(points(302))?.intercept).toBeGreaterThan(0)
    expect(theilSen(points(300))?.slope).not.toBe(2)
  })
})

it('trendPValue is that of the normal distribution for Kendall’s score, corrected for continuity and ties', () => {
  // Score 10 of variance 50/3, and 17 of variance 119/3: 2 (1 − Φ((score − 1) / deviation)).
  expect(trendPValue([1, 2, 3, 4, 5])).toBeCloseTo(0.027486, 6)
  expect(trendPValue([5, 4, 3, 2, 1])).toBeCloseTo(0.027486, 6)
  expect(trendPValue([1, 1, 2, 3, 3, 3, 4])).toBeCloseTo(0.011072, 6)
  expect(trendPValue([1, 2, 3, 4, 5, 7, 6])).toBeCloseTo(0.006864, 6)
})

it('the geometric distribution is 1 − (1 − 16^−d)^n, and its quantiles are where that reaches their share', () => {
  expect(firstWithin(1, 2)).toBeCloseTo(31 / 256, 12)
  expect(firstWithin(1, 0.5)).toBeCloseTo(1 - Math.sqrt(15 / 16), 12)
  expect(attemptsAt(1, 31 / 256)).toBeCloseTo(2, 12)
  expect(attemptsAt(3, 0.5)).toBeCloseTo(2_838.784264, 6)
  expect(attemptsAt(0, 0.5)).toBe(1)
})

it('uniformOf places a search within the step of the distribution that its range covers', () => {
  // The second counter at difficulty 1: from 1/16 to 31/256.
  expect(uniformOf({ from: 1, count: 1 }, 1, 0)).toBeCloseTo(1 / 16, 12)
  expect(uniformOf({ from: 1, count: 1 }, 1, 0.5)).toBeCloseTo(47 / 512, 12)
  expect(uniformOf({ from: 0, count: 2 }, 1, 1)).toBeCloseTo(31 / 256, 12)
  expect(uniformOf({ from: 2, count: Infinity }, 1, 1)).toBe(1)
})

const uniform = (value: number) => Math.min(Math.max(value, 0), 1)

it('ksOneSample measures the largest gap on either side of a step', () => {
  expect(ksOneSample([0.1, 0.2, 0.3, 0.4], uniform).distance).toBeCloseTo(0.6, 12)
  expect(ksOneSample([0.6, 0.7, 0.8, 0.9], uniform).distance).toBeCloseTo(0.6, 12)
  expect(ksOneSample([0.25, 0.75], uniform).distance).toBeCloseTo(0.25, 12)
})

// The exact distribution's points (Marsaglia, Tsang & Wang, J. Stat. Soft. 8/18, 2003).
it.each([
  [50, 0.2707, 0.001],
  [50, 0.1884, 0.05],
  [140, 0.1632, 0.001],
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
