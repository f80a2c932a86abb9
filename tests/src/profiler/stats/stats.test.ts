import { describe, expect, it } from 'vitest'
import {
  blockBootstrap,
  meanInterval,
  percentileInterval,
  intervalFromSections,
  medianOfSections,
  splitIntoSections,
  studentTQuantile975,
  trimmedMean,
  welchDifference,
} from '../../../../src/profiler/stats/intervals.ts'
import {
  largestDetectableWrongRate,
  kolmogorovTail,
  kolmogorovSmirnovOneSample,
} from '../../../../src/profiler/stats/kolmogorov.ts'
import {
  attemptsPercentile,
  histogramBinEdges,
  shareSolvedWithin,
  histogram,
  median,
  countOutliers,
  percentile,
  roundBinWidth,
  sortedNumbers,
  probabilityTransformOfRange,
} from '../../../../src/profiler/stats/sample.ts'
import { theilSenTrend } from '../../../../src/profiler/stats/trend.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

// qt(0.975, df) of R.
it.each([
  [4, 2.776445, 0.003],
  [8, 2.306004, 0.0002],
  [19, 2.093024, 0.00001],
  [100, 1.983972, 0.000001],
])("student's t with %i degrees agrees with the table", (freedom, expected, share) => {
  expect(Math.abs(studentTQuantile975(freedom) / expected - 1)).toBeLessThan(share)
})

describe('the interval of a percentile', () => {
  it('the interval of a percentile is interpolated between order statistics as by Nyblom', () => {
    // Six values: 1/64 is too little and 7/64 too much, so 1 / (1 + (7/64 − 0.025) / (5 (0.025 − 1/64))) = 5/14 between the first two.
    const six = percentileInterval([10, 20, 30, 40, 50, 60], 0.5)
    expect(six?.map((end) => (end - 10) / 10)).toEqual([
      expect.closeTo(5 / 14, 12),
      expect.closeTo(65 / 14, 12),
    ])
    // The same with the binomial sums of R's pbinom.
    const [low, high] = percentileInterval(upTo(60), 0.9) ?? []
    expect(low).toBeCloseTo(49.695589426, 6)
    expect(high).toBeCloseTo(58.436786027, 6)
    const [least, most] = percentileInterval(upTo(1_000), 0.1) ?? []
    expect(least).toBeCloseTo(82.32456287, 6)
    expect(most).toBeCloseTo(119.434476281, 6)
  })

  it('a percentile has no interval if all values could be on one side of it', () => {
    expect(percentileInterval(upTo(200), 0.99)).toBeNull()
    expect(percentileInterval(upTo(200), 0.01)).toBeNull()
    expect(percentileInterval(upTo(400), 0.99)).not.toBeNull()
    expect(percentileInterval(upTo(5), 0.5)).toBeNull()
    expect(percentileInterval(upTo(6), 0.5)).not.toBeNull()
    expect(percentileInterval(upTo(2), 0.99)).toBeNull()
    expect(percentileInterval([1], 0.5)).toBeNull()
    expect(percentileInterval([], 0.5)).toBeNull()
  })
})

it("the interval of a mean is that of Hall's transformation for a skewed one", () => {
  // Mean 11.9, variance 207.253, skewness 2.17075, t with nineteen degrees 2.09302: worked out by another program.
  const skewed = [1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 11, 13, 16, 20, 26, 35, 60]
  const [low, high] = meanInterval(skewed) ?? []
  expect(low).toBeCloseTo(6.8265, 3)
  expect(high).toBeCloseTo(39.372, 2)
})

it('a value exactly on a fence is not an outlier', () => {
  // Quartiles 0 and 10: fences at −15 and 25, −30 and 40.
  const below = [-30.1, -30, -15.1, -15, -14.9]
  const above = [24.9, 25, 25.1, 40, 40.1]
  expect(countOutliers([...below, ...upTo(11).map((value) => value - 1), ...above])).toEqual({
    lowSevere: 1,
    lowMild: 2,
    highMild: 2,
    highSevere: 1,
  })
})

it('the trimmed mean leaves a fifth at either end out, and its error is that of the winsorised values', () => {
  const { mean, error } = trimmedMean([1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000])
  expect(mean).toBe(5.5)
  // Winsorised: 3 3 3 4 5 6 7 8 8 8, whose deviation is 2.1731; divided by 0.6 √10.
  expect(error).toBeCloseTo(2.173067 / (0.6 * Math.sqrt(10)), 5)
})

describe('the block bootstrap', () => {
  // By another program, with the same two thousand draws of the generator seeded with the number of values.
  it('the block bootstrap reaches as far as 95 % of the studentised draws', () => {
    const { value, interval } = blockBootstrap([1, 2, 4, 8, 16, 32, 64, 128]) ?? {}
    expect(value).toBe(21)
    expect(interval).toEqual([expect.closeTo(-47.26936269186, 9), expect.closeTo(89.26936269186, 9)])
  })

  it('the block bootstrap joins neighbours from sixteen values on, and ignores the last of an odd number', () => {
    const eight = [1, 2, 4, 8, 16, 32, 64, 128]
    const pairs = eight.flatMap((value, index) => [value - index, value + index])
    expect(blockBootstrap(pairs)).toEqual(blockBootstrap(eight))
    expect(blockBootstrap([...pairs, 1_000])).toEqual(blockBootstrap(eight))
    const { value, interval } = blockBootstrap([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9]) ?? {}
    expect(value).toBeCloseTo(46 / 9, 12)
    expect(interval).toEqual([expect.closeTo(2.79292379044, 9), expect.closeTo(7.42929843178, 9)])
  })
})

describe('the difference of two groups', () => {
  it("the difference of two groups has Welch's interval", () => {
    // scipy.stats.ttest_ind(…, equal_var=False): −3.29317 to −1.14683, with 7.036 degrees of freedom.
    const { value, interval } = welchDifference([20.1, 19.8, 21.2, 20.5, 20.9], [22.4, 23.1, 21.9, 24, 22.2])
    expect(value).toBeCloseTo(-2.22, 9)
    expect(interval).toEqual([expect.closeTo(-3.293, 2), expect.closeTo(-1.147, 2)])
  })

  it('the interval of a difference includes the variance between keys, which more searches of the same keys do not reduce', () => {
    const [low, high] = welchDifference([1, 1, 1, 1, 1, 1], [3, 3, 3, 3, 3], 4).interval
    expect(low).toBeCloseTo(-2 - 2 * studentTQuantile975(4), 12)
    expect(high).toBeCloseTo(-2 + 2 * studentTQuantile975(4), 12)
    expect(welchDifference([1, 1, 1], [3, 3, 3]).interval).toEqual([-2, -2])
  })
})

describe('sections', () => {
  it('sections keep the order and all values, and are absent if they would be too small', () => {
    const sections = splitIntoSections(upTo(107), 5)
    expect(sections).toHaveLength(20)
    expect(sections.flat()).toEqual(upTo(107))
    expect(splitIntoSections(upTo(60), 5)).toHaveLength(12)
    expect(splitIntoSections(upTo(40), 5)).toHaveLength(8)
    expect(splitIntoSections(upTo(39), 5)).toEqual([])
  })

  it('eight sections give an interval of the mean and of the median, seven give neither', () => {
    const eight = [3, 1, 2, 4, 8, 7, 6, 5]
    // Variance 6, t with seven degrees 2.3646.
    const [low, high] = intervalFromSections(4, eight) ?? []
    expect(low).toBeCloseTo(4 - 2.3646 * Math.sqrt(6 / 8), 2)
    expect(high).toBeCloseTo(4 + 2.3646 * Math.sqrt(6 / 8), 2)
    expect(intervalFromSections(4, eight.slice(1))).toBeNull()
    // 1/256 is too little, 9/256 too much: 1.9356 and 7.0644.
    expect(medianOfSections(eight)).toEqual({
      value: 4.5,
      interval: [expect.closeTo(1.93564356, 7), expect.closeTo(7.06435644, 7)],
    })
    expect(medianOfSections(eight.slice(1))).toBeNull()
  })
})

it("the Theil–Sen line's interval is Sen's of 1968, in his own example", () => {
  const x = [1, 2, 3, 4, 10, 12, 18]
  const y = [9, 15, 19, 20, 45, 55, 78]
  const points = x.map((value, index) => ({ x: value, y: y[index] ?? 0 }))
  const line = theilSenTrend(points)
  expect(line?.slope).toBeCloseTo(4, 9)
  expect(line?.intercept).toBeCloseTo(6, 9)
  // At 93 % he gives 26/7 to 35/8, the fourth from either end; at 95 % it is the third: (20 − 9) / 3 and (20 − 15) / 1 … (20 − 19) / 1.
  expect(line?.interval).toEqual([expect.closeTo(11 / 3, 12), 5])
})

// Found by trying every number of ranges, in steps of a two hundredth; 0 where nothing is found.
it.each([
  [0, 64, 13, 0.005],
  [0, 64, 12, 0],
  [1, 64, 1_000, 0.57],
  [4, 8_192, 200, 0.6],
  [5, 262_144, 1_000, 0.795],
  [6, 100_000, 400, 0.645],
])(
  'the detectable success rate is that of a search over all ends of ranges: at difficulty %i, with ranges of %i and %i trials',
  (difficulty, range, size, rate) => {
    expect(largestDetectableWrongRate({ difficulty, range }, size) ?? 0).toBeCloseTo(rate, 9)
  },
)

it('percentile interpolates as R does by default', () => {
  const oneToTen = sortedNumbers([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
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
  it('a histogram counts values below the first edge in the first bin, and values beyond the last edge separately', () => {
    const { counts, beyond } = histogram([-5, 0, 0.5, 1, 2.9, 3, 99], [0, 1, 2, 3])
    expect(counts).toEqual([3, 1, 1])
    expect(beyond).toBe(2)
  })

  it('the edges of a histogram are whole steps, which are rounded up to 1, 2, 5 or 10 times a power of ten', () => {
    expect(histogramBinEdges(500, 4, 50)).toEqual([0, 150, 300, 450, 600])
    expect(histogramBinEdges(10, 24, 64)).toEqual([0, 64])
    expect([100, 101, 200, 201, 500, 501, 999].map((end) => roundBinWidth(end, 10))).toEqual([
      10, 20, 20, 50, 50, 100, 100,
    ])
  })
})

describe('theilSenTrend', () => {
  it('the Theil–Sen slope is the median of all slopes between points with different x', () => {
    const line = theilSenTrend([
      { x: 0, y: 0 },
      { x: 0, y: 4 },
      { x: 1, y: 5 },
      { x: 2, y: 6 },
    ])
    // From (0,0): 5 and 3; from (0,4): 1 and 1; between the last two: 1.
    expect(line?.slope).toBe(1)
    expect(line?.intercept).toBe(4)
  })

  it('the Theil–Sen line thins more than 300 points evenly for its slope', () => {
    // Every other point lies far off: thinned to the even ones, all slopes are 2, and half of the intercepts.
    const points = (count: number) =>
      Array.from({ length: count }, (_, x) => ({ x, y: 2 * x + (x % 2 === 1 ? 1_000 * x : 0) }))
    expect(theilSenTrend(points(302))?.slope).toBe(2)
    expect(theilSenTrend(points(302))?.intercept).toBeGreaterThan(0)
    expect(theilSenTrend(points(300))?.slope).not.toBe(2)
  })
})

it('the geometric distribution is 1 − (1 − 16^−d)^n, and a quantile is the number of attempts at which it reaches the share', () => {
  expect(shareSolvedWithin(1, 2)).toBeCloseTo(31 / 256, 12)
  expect(shareSolvedWithin(1, 0.5)).toBeCloseTo(1 - Math.sqrt(15 / 16), 12)
  expect(attemptsPercentile(1, 31 / 256)).toBeCloseTo(2, 12)
  expect(attemptsPercentile(3, 0.5)).toBeCloseTo(2_838.784264, 6)
  expect(attemptsPercentile(0, 0.5)).toBe(1)
})

it('probabilityTransformOfRange maps a search to a place inside the step of the distribution function that its first range covers', () => {
  // The second counter at difficulty 1: from 1/16 to 31/256.
  expect(probabilityTransformOfRange({ from: 1, count: 1 }, 1, 0)).toBeCloseTo(1 / 16, 12)
  expect(probabilityTransformOfRange({ from: 1, count: 1 }, 1, 0.5)).toBeCloseTo(47 / 512, 12)
  expect(probabilityTransformOfRange({ from: 0, count: 2 }, 1, 1)).toBeCloseTo(31 / 256, 12)
  expect(probabilityTransformOfRange({ from: 2, count: Infinity }, 1, 1)).toBe(1)
})

const uniform = (value: number) => Math.min(Math.max(value, 0), 1)

it('kolmogorovSmirnovOneSample measures the largest gap on either side of a step', () => {
  expect(kolmogorovSmirnovOneSample([0.1, 0.2, 0.3, 0.4], uniform).distance).toBeCloseTo(0.6, 12)
  expect(kolmogorovSmirnovOneSample([0.6, 0.7, 0.8, 0.9], uniform).distance).toBeCloseTo(0.6, 12)
  expect(kolmogorovSmirnovOneSample([0.25, 0.75], uniform).distance).toBeCloseTo(0.25, 12)
})

// The exact distribution's points (Marsaglia, Tsang & Wang, J. Stat. Soft. 8/18, 2003).
it.each([
  [50, 0.2707, 0.001],
  [50, 0.1884, 0.05],
  [140, 0.1632, 0.001],
  [140, 0.1135, 0.05],
])(
  'the Kolmogorov probability is within 3 % of the exact one near the verdicts, for n = %i at %f',
  (n, distance, tail) => {
    expect(kolmogorovTail(distance, n) / tail).toBeCloseTo(1, 1)
    expect(Math.abs(kolmogorovTail(distance, n) / tail - 1)).toBeLessThan(0.03)
  },
)

it('the Kolmogorov probability is the limiting distribution at the corrected root of the size', () => {
  // (√141 + 0.12 + 0.11 / √141) × 0.1 and so on, in scipy.stats.kstwobign.sf
  expect(kolmogorovTail(0.1, 141)).toBeCloseTo(0.112055630571, 10)
  expect(kolmogorovTail(0.04, 1_000)).toBeCloseTo(0.07950346037, 10)
})
