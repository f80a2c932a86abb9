import { describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS } from '../../../../contract/challenge.ts'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import { attemptsAt, firstWithin } from '../../../../src/profiler/stats/geometric.ts'
import { fitOf, residualsOf, timesWithin } from '../../../../src/profiler/summary/fit.ts'

const DIFFICULTY = 3
const PROBABILITY = 1 / 16 ** DIFFICULTY

/** Searches that last `fixed` milliseconds and then one for every `perMillisecond` attempts, give or take two in a hundred. */
function searches(count: number, fixed: number, perMillisecond: number, difficulty = DIFFICULTY): Trial[] {
  const next = random(5)
  const probability = 1 / 16 ** difficulty
  return Array.from({ length: count }, (_, index) => {
    const attempts = Math.ceil(Math.log(1 - next()) / Math.log(1 - probability))
    const milliseconds = (fixed + attempts / perMillisecond) * (1 + 0.04 * (next() - 0.5))
    return { index, attempts, milliseconds } as Trial
  })
}

describe('the line through attempts and times', () => {
  it('finds what a search costs before its first attempt, and the rate beyond', () => {
    const fit = fitOf(DIFFICULTY, searches(1_000, 2, 1_000))
    expect(fit?.fixed).toBeCloseTo(2, 1)
    expect((fit?.attemptsPerSecond ?? 0) / 1e6).toBeCloseTo(1, 1)
    const [least = 0, most = 0] = fit?.intervals?.attemptsPerSecond ?? []
    expect(least).toBeLessThan(1.01e6)
    expect(most).toBeGreaterThan(0.99e6)
    expect(most - least).toBeGreaterThan(0)
    expect(most - least).toBeLessThan(0.05e6)
    expect(fit?.distance).toBeLessThan(0.06)
  })

  it('tells by the distance when the times are not those of the geometric distribution', () => {
    const lucky = searches(1_000, 2, 1_000)
    for (const trial of lucky.slice(0, 500)) Object.assign(trial, { attempts: 100, milliseconds: 2.1 })
    expect(fitOf(DIFFICULTY, lucky)?.distance).toBeGreaterThan(0.3)
  })

  it('expects of searches that are given up only the times of those that found something', () => {
    const found = searches(2_000, 2, 1_000, 6).filter(({ attempts }) => attempts <= MAX_ATTEMPTS)
    expect(found.length).toBeLessThan(1_200)
    expect(fitOf(6, found)?.distance).toBeLessThan(0.06)
  })

  it('gives none where the times do not grow with the attempts', () => {
    const next = random(9)
    const flat = searches(1_000, 2, 1_000)
    for (const trial of flat) trial.milliseconds = 2 + next()
    expect(fitOf(DIFFICULTY, flat)).toBeNull()
    expect(fitOf(DIFFICULTY, flat.slice(0, 20))).toBeNull()
    expect(fitOf(DIFFICULTY, [])).toBeNull()
  })

  it('is one line, without an interval for the fixed part, where the searches are too few for several', () => {
    const fit = fitOf(DIFFICULTY, searches(20, 2, 1_000))
    expect((fit?.attemptsPerSecond ?? 0) / 1e6).toBeCloseTo(1, 1)
    expect(fit?.intervals?.fixed).toBeNull()
    const [least = 0, most = 0] = fit?.intervals?.attemptsPerSecond ?? []
    expect(least).toBeLessThan(fit?.attemptsPerSecond ?? 0)
    expect(most).toBeGreaterThan(fit?.attemptsPerSecond ?? Infinity)
  })
})

describe('searches exactly on a line', () => {
  /** Searches at even shares of the distribution, of two milliseconds and one for every thousand attempts. */
  const exact = (count: number, difficulty: number, within = 1) =>
    Array.from({ length: count }, (_, index) => {
      const attempts = attemptsAt(difficulty, (within * (((index * 7) % count) + 0.5)) / count)
      return { index, attempts, milliseconds: 2 + attempts / 1_000 } as Trial
    })
  const near = (value: number) => expect.closeTo(value, 3)

  it('have its fixed time and rate, with intervals from eight sections of fifteen on', () => {
    expect(fitOf(3, exact(120, 3))).toEqual({
      fixed: near(2),
      attemptsPerSecond: near(1e6),
      intervals: { fixed: [near(2), near(2)], attemptsPerSecond: [near(1e6), near(1e6)] },
      distance: expect.closeTo(0.5 / 120, 9),
    })
    expect(fitOf(3, exact(119, 3))).toMatchObject({
      fixed: near(2),
      attemptsPerSecond: near(1e6),
      intervals: { fixed: null, attemptsPerSecond: [near(1e6), near(1e6)] },
    })
  })

  it('are where the theory has them among those that find something at all', () => {
    const within = firstWithin(6, 10_000_000)
    expect(fitOf(6, exact(120, 6, within))?.distance).toBeCloseTo(0.5 / 120, 6)
  })

  it('have no line where all took the same time, and none without an interval', () => {
    const flat = (count: number) => exact(count, 3).map((trial) => Object.assign(trial, { milliseconds: 5 }))
    expect(fitOf(3, flat(120))).toBeNull()
    expect(fitOf(3, flat(60))).toBeNull()
    expect(fitOf(3, exact(3, 3))).toBeNull()
    const falling = exact(60, 3).map((trial) =>
      Object.assign(trial, { milliseconds: 99 - trial.milliseconds }),
    )
    expect(fitOf(3, falling)).toBeNull()
  })

  it('have the ends of their rates from the ends of the slopes', () => {
    // They take up to twice as long for an attempt.
    for (const count of [400, 100]) {
      const uneven = exact(count, 3).map((trial, index) =>
        Object.assign(trial, { milliseconds: (trial.attempts * (1 + ((index * 5) % 11) / 11)) / 1_000 }),
      )
      const { attemptsPerSecond = 0, intervals } = fitOf(3, uneven) ?? {}
      const [least = 0, most = 0] = intervals?.attemptsPerSecond ?? []
      expect(least).toBeLessThan(attemptsPerSecond)
      expect(most).toBeGreaterThan(attemptsPerSecond)
      expect(least).toBeGreaterThan(4e5)
      expect(most).toBeLessThan(2e6)
    }
  })
})

describe('the predicted times', () => {
  const fit = { fixed: 10, attemptsPerSecond: 1e6 }

  it('leave out what comes before the first attempt', () => {
    expect(timesWithin(DIFFICULTY, fit, 10)).toBe(0)
    const median = Math.log(0.5) / Math.log(1 - PROBABILITY)
    expect(timesWithin(DIFFICULTY, fit, 10 + median / 1000)).toBeCloseTo(0.5, 2)
  })
})

describe('what is left of a time', () => {
  it('is 0 for a search exactly as long as expected, and the logarithm of its ratio otherwise', () => {
    const fit = fitOf(DIFFICULTY, searches(1_000, 2, 1_000))
    if (!fit) throw new Error('no line')
    const expected = fit.fixed + (5_000 / fit.attemptsPerSecond) * 1000
    const trials = [expected, expected * 2].map(
      (milliseconds) => ({ attempts: 5_000, milliseconds }) as Trial,
    )
    const [none, twice] = residualsOf(fit, trials)
    expect(none).toBeCloseTo(0)
    expect(twice).toBeCloseTo(Math.log(2))
  })

  it('is finite where a coarse clock reads zero, and counts no fixed time below zero', () => {
    const fit = { fixed: -3, attemptsPerSecond: 1e6, distance: 0, intervals: null }
    const trials = [0, 2].map((milliseconds) => ({ attempts: 1_000, milliseconds }) as Trial)
    const [zero, two] = residualsOf(fit, trials)
    expect(zero).toBeCloseTo(Math.log(0.01), 9)
    expect(two).toBeCloseTo(Math.log(2), 9)
  })

  it('is the time itself where no line fits', () => {
    expect(residualsOf(null, [{ milliseconds: 3 } as Trial])).toEqual([3])
  })
})
