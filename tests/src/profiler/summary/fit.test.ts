import { describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS } from '../../../../contract/challenge.ts'
import type { Trial } from '../../../../src/profiler/model/runResult.ts'
import { fitOf, residualsOf, timesWithin } from '../../../../src/profiler/summary/fit.ts'
import { random } from '../../../../src/profiler/stats/random.ts'

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

  it('is a number too for what a coarse clock reads as zero, or for a line that begins below it', () => {
    const fit = { fixed: -1, attemptsPerSecond: 1e6 } as NonNullable<ReturnType<typeof fitOf>>
    const trials = [0, 2].map((milliseconds) => ({ attempts: 2_000, milliseconds }) as Trial)
    const [zero, expected] = residualsOf(fit, trials)
    expect(zero).toBeCloseTo(Math.log(0.01 / 2))
    expect(expected).toBeCloseTo(0)
  })

  it('is the time itself where no line fits', () => {
    expect(residualsOf(null, [{ milliseconds: 3 } as Trial])).toEqual([3])
  })
})
