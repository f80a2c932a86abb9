import { describe, expect, it } from 'vitest'
import { rankSumPValue, signTestPValue } from '../../../../src/profiler/stats/locationTests.ts'
import { random } from '../../../../src/profiler/stats/random.ts'

describe('the rank-sum test', () => {
  it('gives what R gives for two small samples', () => {
    // wilcox.test(c(1.1, 2.2, 3.3, 4.4, 5.5), c(2.5, 3.5, 4.5, 5.6, 6.7, 7.8), exact = FALSE): W = 6, p = 0.1207
    expect(rankSumPValue([1.1, 2.2, 3.3, 4.4, 5.5], [2.5, 3.5, 4.5, 5.6, 6.7, 7.8])).toBeCloseTo(0.1207, 4)
  })

  it('gives a p-value of 1 for samples that are all equal, or empty', () => {
    expect(rankSumPValue([1, 1, 1], [1, 1, 1])).toBe(1)
    expect(rankSumPValue([], [1])).toBe(1)
  })

  it('rejects samples of one distribution about as often as its level, and finds a shift of a tenth', () => {
    const next = random(7)
    const sample = (size: number, scale: number) =>
      Array.from({ length: size }, () => -Math.log(1 - next()) * scale)
    const doubted = Array.from({ length: 400 }, () => rankSumPValue(sample(60, 1), sample(80, 1))).filter(
      (pValue) => pValue < 0.05,
    )
    expect(doubted.length).toBeGreaterThan(8)
    expect(doubted.length).toBeLessThan(35)
    expect(rankSumPValue(sample(4_000, 1), sample(4_000, 1.1))).toBeLessThan(0.01)
  })
})

describe('the sign test', () => {
  it('gives what the normal limit gives', () => {
    // prop.test(60, 100): p = 0.05743
    expect(signTestPValue(60, 40)).toBeCloseTo(0.05743, 4)
    expect(signTestPValue(40, 60)).toBeCloseTo(0.05743, 4)
  })

  it('gives a p-value of 1 for balanced pairs, or none', () => {
    expect(signTestPValue(50, 50)).toBeCloseTo(1, 6)
    expect(signTestPValue(0, 0)).toBe(1)
  })
})
