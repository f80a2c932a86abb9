import { array, assert, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgesTo, histogram, roundStep } from '../../../../src/profiler/stats/histogram.ts'
import { ksOneSample } from '../../../../src/profiler/stats/kolmogorovSmirnov.ts'
import { theilSen } from '../../../../src/profiler/stats/theilSen.ts'
import { median, percentile, sorted } from '../../../../src/profiler/stats/percentile.ts'
import { random } from '../../../../src/profiler/stats/random.ts'
import { erfc, trendPValue } from '../../../../src/profiler/stats/trendPValue.ts'

describe('percentile', () => {
  it('interpolates as R does by default', () => {
    const oneToTen = sorted([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(percentile(oneToTen, 0.5)).toBe(5.5)
    expect(percentile(oneToTen, 0.9)).toBeCloseTo(9.1, 12)
    expect(percentile(oneToTen, 0.99)).toBeCloseTo(9.91, 12)
    expect(median([3])).toBe(3)
    expect(median([])).toBeNaN()
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
    expect(histogram([0, 1, 1.9, 2, 3], [0, 1, 2, 3])).toEqual({
      edges: [0, 1, 2, 3],
      counts: [1, 2, 1],
      beyond: 1,
    })
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

  it('is calibrated: one in twenty series of noise lies below 0.05', () => {
    const below = Array.from({ length: 1_000 }, (_, seed) => {
      const next = random(seed, 1)
      return trendPValue(Array.from({ length: 40 }, next)) < 0.05
    }).filter(Boolean).length
    expect(below).toBeGreaterThan(30)
    expect(below).toBeLessThan(70)
  })

  it('takes a constant series as no trend', () => {
    expect(trendPValue([5, 5, 5, 5, 5])).toBe(1)
    expect(trendPValue([1, 2])).toBe(1)
  })

  it('computes the complementary error function', () => {
    expect(erfc(0)).toBeCloseTo(1, 6)
    expect(erfc(1)).toBeCloseTo(0.157299, 6)
    expect(erfc(2)).toBeCloseTo(0.004678, 6)
  })
})
