import { array, assert, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgesTo, histogram, random, roundStep } from '../../../../src/profiler/stats/descriptive.ts'
import { median, percentile, sorted } from '../../../../src/profiler/stats/geometric.ts'
import { ksOneSample } from '../../../../src/profiler/stats/kolmogorov.ts'
import { erfc, theilSen, trendPValue } from '../../../../src/profiler/stats/trend.ts'

describe('percentile', () => {
  it('interpolates as R does by default', () => {
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

  it('leaves the values that it sorts as they were', () => {
    const values = [10, 9, 1]
    expect(sorted(values)).toEqual([1, 9, 10])
    expect(values).toEqual([10, 9, 1])
  })
})

describe('histogram', () => {
  it('counts every value, wherever the edges are', () => {
    assert(
      property(
        array(double({ min: 0, max: 1_000, noNaN: true })),
        integer({ min: 1, max: 30 }),
        integer({ min: 1, max: 50 }),
        (values, bins, step) => {
          const { counts, beyond } = histogram(values, edgesTo(500, bins, step))
          expect(counts.reduce((sum, count) => sum + count, 0) + beyond).toBe(values.length)
        },
      ),
    )
  })

  it('puts a value on an edge into the bin above it', () => {
    expect(histogram([0, 1, 1.9, 2, 3], [0, 1, 2, 3])).toEqual({ counts: [1, 2, 1], beyond: 1 })
  })

  it('counts what lies below the first edge in the first bin, and what lies beyond the last one apart', () => {
    const { counts, beyond } = histogram([-5, 0, 0.5, 1, 2.9, 3, 99], [0, 1, 2, 3])
    expect(counts).toEqual([3, 1, 1])
    expect(beyond).toBe(2)
  })

  it('makes a bin of one step at least, however little there is', () => {
    expect(edgesTo(0, 10, 5)).toEqual([0, 5])
    expect(edgesTo(3, 10, 5)).toEqual([0, 5])
  })

  it('widens bins by whole steps until they are few enough', () => {
    expect(edgesTo(12, 4, 1)).toEqual([0, 3, 6, 9, 12])
    expect(edgesTo(13, 4, 1)).toEqual([0, 4, 8, 12, 16])
  })

  it('rounds a step up to 1, 2, 5 or 10 of its power of ten', () => {
    expect([100, 101, 200, 201, 500, 501, 999].map((end) => roundStep(end, 10))).toEqual([
      10, 20, 20, 50, 50, 100, 100,
    ])
  })

  it('makes edges that are multiples of the step and reach the end', () => {
    expect(edgesTo(20_000, 10, 512)).toEqual(Array.from({ length: 11 }, (_, index) => index * 2_048))
    expect(edgesTo(100, 30, 512)).toEqual([0, 512])
    expect(roundStep(97, 20)).toBe(5)
    expect(roundStep(0.9, 30)).toBeCloseTo(0.05, 12)
  })
})

describe('random', () => {
  it('gives the same stream for the same seed and another for any other', () => {
    const take = (next: () => number) => Array.from({ length: 5 }, next)
    expect(take(random(1, 2, 3))).toEqual(take(random(1, 2, 3)))
    const streams = [random(1, 2, 3), random(2, 2, 3), random(1, 3, 3), random(1, 2, 4)].map(take)
    expect(new Set(streams.flat()).size).toBe(20)
  })

  it('is sfc32, whose numbers are the same on every device and in every version: keys follow from them', () => {
    // Of another implementation, after fifteen rounds.
    const first = (...seeds: [number, number?, number?]) => Array.from({ length: 3 }, random(...seeds))
    expect(first(1, 2, 3)).toEqual([0.9283241254743189, 0.021548771765083075, 0.2612737331073731])
    expect(first(1)).toEqual([0.7887684754095972, 0.2516580249648541, 0.8257388831116259])
    expect(first(4_294_967_295)).toEqual([0.036900170147418976, 0.020917808869853616, 0.8930241616908461])
  })

  it('is uniform within a stream and across the first numbers of neighbouring streams', () => {
    const next = random(42)
    const within = Array.from({ length: 10_000 }, next)
    const across = Array.from({ length: 10_000 }, (_, stream) => random(42, stream)())
    expect(ksOneSample(within, (u) => u).pValue).toBeGreaterThan(0.01)
    expect(ksOneSample(across, (u) => u).pValue).toBeGreaterThan(0.01)
  })
})

describe('theilSen', () => {
  it('finds a line through outliers that would bend least squares', () => {
    const points = Array.from({ length: 100 }, (_, x) => ({ x, y: x % 10 === 0 ? 500 : 3 + 2 * x }))
    const line = theilSen(points)
    expect(line?.slope).toBeCloseTo(2, 6)
    expect(line?.intercept).toBeCloseTo(3, 6)
  })

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

  it('has no line where x never changes', () => {
    expect(
      theilSen([
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ]),
    ).toBeNull()
    expect(theilSen([])).toBeNull()
  })
})

describe('trendPValue', () => {
  it('detects a falling rate, and none in noise', () => {
    const next = random(9)
    const noise = Array.from({ length: 60 }, next)
    expect(trendPValue(noise)).toBeGreaterThan(0.01)
    expect(trendPValue(noise.map((value, index) => value - index * 0.02))).toBeLessThan(0.001)
  })

  it('is that of the normal distribution for Kendall’s score, corrected for continuity and ties', () => {
    // Score 10 of variance 50/3, and 17 of variance 119/3: 2 (1 − Φ((score − 1) / deviation)).
    expect(trendPValue([1, 2, 3, 4, 5])).toBeCloseTo(0.027486, 6)
    expect(trendPValue([5, 4, 3, 2, 1])).toBeCloseTo(0.027486, 6)
    expect(trendPValue([1, 1, 2, 3, 3, 3, 4])).toBeCloseTo(0.011072, 6)
    expect(trendPValue([1, 2, 3, 4, 5, 7, 6])).toBeCloseTo(0.006864, 6)
  })

  it('begins with three values', () => {
    expect(trendPValue([1, 2, 3])).toBeCloseTo(0.29627, 5)
    expect(trendPValue([3, 1, 2])).toBeCloseTo(1, 6)
    expect(trendPValue([1, 2])).toBe(1)
    expect(trendPValue([])).toBe(1)
  })

  it('takes a constant series as no trend', () => {
    expect(trendPValue([5, 5, 5, 5, 5])).toBe(1)
  })

  it('computes the complementary error function', () => {
    expect(erfc(0)).toBeCloseTo(1, 6)
    expect(erfc(1)).toBeCloseTo(0.157299, 6)
    expect(erfc(2)).toBeCloseTo(0.004678, 6)
  })
})
