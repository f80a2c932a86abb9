import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../src/profiler/model/result.ts'
import { compareRuns, compareTurns } from '../../../../src/profiler/runs/compare.ts'
import { runOf } from './runOf.ts'

/** A run with other trials, and another label and date. */
const like = (run: Result, trials: Result['trials'], label = '', date = run.environment.date): Result => ({
  ...run,
  trials,
  environment: { ...run.environment, label, date },
})

describe('what two runs found', () => {
  const one = runOf('trials=10&lanes=2', 1, 1)

  it('is compared key by key', () => {
    expect(compareRuns(one, runOf('trials=10&lanes=1', 1.05, 2), []).same).toEqual({
      compared: 10,
      equal: 10,
    })
    const [first, second, ...others] = one.trials.slice(4)
    if (!first || !second) throw new Error('No trials')
    const elsewhere = { ...second, range: { from: (second.range?.from ?? 0) + 8_192, count: 8_192 } }
    const other = like(one, [{ ...first, range: null }, elsewhere, ...others])
    expect(compareRuns(one, other, []).same).toEqual({ compared: 6, equal: 4 })
    // Where both found nothing, they agree.
    expect(compareRuns(other, other, []).same).toEqual({ compared: 6, equal: 6 })
  })

  it('is nothing to compare where keys or ranges differ', () => {
    expect(compareRuns(one, runOf('trials=10&seed=4', 1, 2), []).same).toBeNull()
    expect(compareRuns(one, runOf('trials=10&range=64', 1, 2), []).same).toBeNull()
  })

  it('took times whose distributions lie so far apart', () => {
    const timed = (times: readonly number[]) =>
      like(
        one,
        one.trials
          .slice(0, times.length)
          .map((trial, index) => Object.assign({}, trial, { milliseconds: times[index] })),
      )
    expect(compareRuns(timed([1, 2, 3, 4]), timed([3, 4, 5, 6]), []).distance).toBe(0.5)
    expect(compareRuns(one, one, []).distance).toBe(0)
  })

  it('has no speed where the difficulties differ', () => {
    expect(compareRuns(one, runOf('trials=10&difficulty=3&range=8192', 1, 1), []).speed).toBeNull()
    expect(compareRuns(one, one, []).speed).not.toBeNull()
  })

  it('rests on all repetitions, each date once', () => {
    const dates = ['01', '02', '03'].map((day) => `2026-02-${day}T00:00:00.000Z`)
    const [left, right] = [like(one, one.trials, 'A'), like(one, one.trials, 'B')]
    const kept = dates.map((date) => like(one, one.trials, 'A', date))
    const again = dates.map((date) => like(one, one.trials, 'A', date))
    const other = like(one, one.trials, 'C', dates[0])
    expect(compareRuns(left, right, [left, right, ...kept, ...again, other]).runs).toEqual([4, 1])
    expect(compareRuns(right, left, [...kept.slice(1), other]).runs).toEqual([1, 3])
  })
})

describe('what two configurations of a run found', () => {
  const own = runOf('trials=10&lanes=2&against=lanes:1&against=range:64', 1, 1)
  const [lost, ...kept] = own.trials
  if (!lost) throw new Error('No trials')
  const turns: Result = {
    ...own,
    others: [
      { trials: [{ ...lost, range: null }, ...kept], summary: own.summary },
      { trials: own.trials, summary: own.summary },
    ],
  }

  it('is compared where they had the same ranges, and rests on this one run', () => {
    expect(compareTurns(turns, 1)).toMatchObject({
      speed: { method: 'few' },
      runs: [1, 1],
      distance: 0,
      same: { compared: 10, equal: 9 },
    })
    expect(compareTurns(turns, 2).same).toBeNull()
  })
})
