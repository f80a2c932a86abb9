import { describe, expect, it } from 'vitest'
import { blockBootstrap } from '../../../../src/profiler/stats/blockBootstrap.ts'
import { detectableRate } from '../../../../src/profiler/stats/detectableRate.ts'
import { meanInterval } from '../../../../src/profiler/stats/meanInterval.ts'
import { outliersIn } from '../../../../src/profiler/stats/outliers.ts'
import { percentileInterval } from '../../../../src/profiler/stats/percentileInterval.ts'
import { random } from '../../../../src/profiler/stats/random.ts'
import { sectionInterval, sectionsOf } from '../../../../src/profiler/stats/sections.ts'
import { studentT } from '../../../../src/profiler/stats/studentT.ts'
import { theilSen } from '../../../../src/profiler/stats/theilSen.ts'
import { trimmedMean } from '../../../../src/profiler/stats/trimmedMean.ts'
import { welch } from '../../../../src/profiler/stats/welch.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

describe("student's t", () => {
  // qt(0.975, df) of R.
  it.each([
    [4, 2.776445],
    [8, 2.306004],
    [19, 2.093024],
    [100, 1.983972],
  ])('with %i degrees agrees with the table', (freedom, expected) => {
    expect(studentT(freedom) / expected).toBeCloseTo(1, 2)
  })
})

describe('the interval of a percentile', () => {
  it('lies between the order statistics of the sign test', () => {
    // qbinom(0.025, 100, 0.5) = 40: the classic interval of the median is from the 40th to the 61st value.
    const [low, high] = percentileInterval(upTo(100), 0.5) ?? []
    expect(low).toBeGreaterThanOrEqual(40)
    expect(low).toBeLessThan(41)
    expect(high).toBeGreaterThan(60)
    expect(high).toBeLessThanOrEqual(61)
  })

  it('is as wide on either side of the median, and mirrored for mirrored percentiles', () => {
    const [low = 0, high = 0] = percentileInterval(upTo(101), 0.5) ?? []
    expect(low + high).toBeCloseTo(102, 9)
    const [below = 0, above = 0] = percentileInterval(upTo(1000), 0.1) ?? []
    const [mirrored, other] = percentileInterval(upTo(1000), 0.9) ?? []
    expect(mirrored).toBeCloseTo(1001 - above, 6)
    expect(other).toBeCloseTo(1001 - below, 6)
  })

  it('is absent where all values may well lie on one side', () => {
    expect(percentileInterval(upTo(200), 0.99)).toBeNull()
    expect(percentileInterval(upTo(400), 0.99)).not.toBeNull()
    expect(percentileInterval(upTo(5), 0.5)).toBeNull()
    expect(percentileInterval(upTo(6), 0.5)).not.toBeNull()
    expect(percentileInterval([], 0.5)).toBeNull()
  })

  it('holds for ten thousand values, where a naive binomial sum has no numbers left', () => {
    const [low, high] = percentileInterval(upTo(10_000), 0.5) ?? []
    expect(low).toBeCloseTo(4_902, -1)
    expect(high).toBeCloseTo(5_099, -1)
  })
})

describe('the interval of a mean', () => {
  it('is that of the t test for a symmetric sample', () => {
    const [low, high] = meanInterval(upTo(100)) ?? []
    // t.test(1:100): 44.74349 to 56.25651
    expect(low).toBeCloseTo(44.743, 1)
    expect(high).toBeCloseTo(56.257, 1)
  })

  it('reaches farther on the side of a long tail, and is absent for a few values', () => {
    const next = random(3)
    const skewed = Array.from({ length: 60 }, () => -Math.log(1 - next()))
    const mean = skewed.reduce((sum, value) => sum + value, 0) / 60
    const [low = 0, high = 0] = meanInterval(skewed) ?? []
    expect(high - mean).toBeGreaterThan(mean - low)
    expect(meanInterval(upTo(19))).toBeNull()
  })
})

describe('outliers', () => {
  it("lie beyond Tukey's fences, counted by side and distance", () => {
    // Quartiles 26 and 76 of 1 … 101: fences at −49 and 151, −124 and 226.
    const values = [...upTo(101).slice(0, -4), -200, -100, 200, 300]
    expect(outliersIn(values)).toEqual({ lowSevere: 1, lowMild: 1, highMild: 1, highSevere: 1 })
    expect(outliersIn(upTo(101))).toEqual({ lowSevere: 0, lowMild: 0, highMild: 0, highSevere: 0 })
  })
})

describe('the trimmed mean', () => {
  it('leaves a fifth at either end out, and its error is that of the winsorised values', () => {
    const { mean, error } = trimmedMean([1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000])
    expect(mean).toBe(5.5)
    // Winsorised: 3 3 3 4 5 6 7 8 8 8, whose deviation is 2.1731; divided by 0.6 √10.
    expect(error).toBeCloseTo(2.173067 / (0.6 * Math.sqrt(10)), 5)
  })
})

describe('the block bootstrap', () => {
  const next = random(11)
  const values = Array.from({ length: 50 }, () => next() - 0.5 + 0.3)

  it('gives the same interval for the same values, around their centre', () => {
    const found = blockBootstrap(values)
    expect(found).toEqual(blockBootstrap(values))
    const [low = 0, high = 0] = found?.interval ?? []
    expect(low).toBeLessThan(found?.centre ?? 0)
    expect(high).toBeGreaterThan(found?.centre ?? 0)
    expect((low + high) / 2).toBeCloseTo(found?.centre ?? 0, 9)
  })

  it('is hardly moved by a few values that are far off', () => {
    const spoilt = values.map((value, index) => (index % 20 === 0 ? 50 : value))
    const [one, other] = [blockBootstrap(values), blockBootstrap(spoilt)]
    expect(Math.abs((other?.centre ?? 9) - (one?.centre ?? 0))).toBeLessThan(0.1)
  })

  it('has no interval below eight values, and none to speak of where all are equal', () => {
    expect(blockBootstrap(upTo(7))).toBeNull()
    expect(blockBootstrap(upTo(8).map(() => 2))).toEqual({ centre: 2, interval: [2, 2] })
  })
})

describe('the difference of two groups', () => {
  it("is Welch's", () => {
    // t.test(c(20.1, 19.8, 21.2, 20.5, 20.9), c(22.4, 23.1, 21.9, 24.0, 22.2)): −3.0813 to −1.3587, df 7.0
    const { centre, interval } = welch([20.1, 19.8, 21.2, 20.5, 20.9], [22.4, 23.1, 21.9, 24, 22.2])
    expect(centre).toBeCloseTo(-2.22, 9)
    const half = (interval[1] - interval[0]) / 2
    expect(half).toBeGreaterThan(0.95)
    expect(half).toBeLessThan(1.1)
  })
})

describe('sections', () => {
  it('keep the order, lose nothing, and are absent where they would be too small', () => {
    const sections = sectionsOf(upTo(107), 5)
    expect(sections).toHaveLength(20)
    expect(sections.flat()).toEqual(upTo(107))
    expect(sectionsOf(upTo(60), 5)).toHaveLength(12)
    expect(sectionsOf(upTo(39), 5)).toEqual([])
  })

  it('tell how far a figure of the whole may be off', () => {
    const [low = 0, high = 0] = sectionInterval(10, [9, 11, 9, 11, 9, 11, 9, 11, 9, 11]) ?? []
    // Deviation 1.0541 of ten sections, t with nine degrees 2.2622.
    expect(high - 10).toBeCloseTo((2.2622 * 1.0541) / Math.sqrt(10), 2)
    expect(10 - low).toBeCloseTo(high - 10, 9)
    expect(sectionInterval(10, [9, 11])).toBeNull()
  })
})

describe("the Theil–Sen line's interval", () => {
  it("is Sen's of 1968, in his own example", () => {
    const x = [1, 2, 3, 4, 10, 12, 18]
    const y = [9, 15, 19, 20, 45, 55, 78]
    const points = x.map((value, index) => ({ x: value, y: y[index] ?? 0 }))
    const line = theilSen(points)
    expect(line?.slope).toBeCloseTo(4, 9)
    // At 93 % he gives 26/7 to 35/8; at 95 % the same or wider.
    expect(line?.interval?.[0]).toBeLessThanOrEqual(26 / 7)
    expect(line?.interval?.[1]).toBeGreaterThanOrEqual(35 / 8)
  })

  it('is absent for three points', () => {
    expect(theilSen(upTo(3).map((x) => ({ x, y: x })))?.interval).toBeNull()
  })
})

describe('what the check of correctness can see', () => {
  it('is more with more trials, and nothing through wide ranges', () => {
    const of = (difficulty: number, range: number, size: number) =>
      detectableRate({ difficulty, range }, size) ?? 0
    expect(of(3, 512, 2_000)).toBeCloseTo(0.85, 2)
    expect(of(3, 512, 10_000)).toBeCloseTo(0.93, 2)
    expect(of(1, 64, 1_000)).toBeGreaterThan(0.5)
    expect(of(1, 256, 1_000)).toBeLessThan(0.2)
    expect(of(0, 64, 10_000)).toBeLessThan(0.1)
    expect(detectableRate({ difficulty: 4, range: 8_192 }, 1)).toBeNull()
  })
})
