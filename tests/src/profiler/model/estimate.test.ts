import { describe, expect, it } from 'vitest'
import { estimateSeconds, remainingSeconds, startsUnasked } from '../../../../src/profiler/model/estimate.ts'
import type { Result, Trial } from '../../../../src/profiler/model/result.ts'
import { readLink } from '../../../../src/profiler/model/settings.ts'
import { runOf } from '../runs/runOf.ts'

describe('estimate', () => {
  const settings = readLink(new URLSearchParams('difficulty=4&trials=1000&lanes=2'), 2).settings

  const trial = (index: number, startedAt: number): Trial => ({
    index,
    startedAt,
    attempts: 10,
    milliseconds: 8,
    lanes: 2,
    counter: 9,
    range: null,
    firstRange: null,
    verified: true,
    work: [],
    block: null,
    steal: null,
  })

  describe('the estimate of a run', () => {
    it('keeps a first run of the default settings within half a minute on two workers', () => {
      const defaults = readLink(new URLSearchParams(), 2).settings
      expect(estimateSeconds(defaults, null)).toBeLessThan(30)
    })

    it('grows with the attempts that a trial takes, and with cold workers', () => {
      const of = (query: string) => {
        const asked = readLink(new URLSearchParams(query), 2).settings
        return estimateSeconds(asked, null)
      }
      expect(of('difficulty=5')).toBeGreaterThan(of('difficulty=4') * 4)
      expect(of('pool=cold')).toBeGreaterThan(of('pool=warm') + 10)
    })
  })

  describe('the seconds of a run', () => {
    const of = (query: string, known: Result | null = null) =>
      estimateSeconds(readLink(new URLSearchParams(query), 4).settings, known)
    /** A run of two workers that searched so many attempts a second. */
    const knownRun = (all: number | null): Result => {
      const run = runOf('trials=1&lanes=2', 1, 1)
      return {
        ...run,
        summary: { ...run.summary, attemptsPerSecond: { ...run.summary.attemptsPerSecond, all } },
      }
    }

    it('are the start, the scaling of every worker, and every trial with what it costs besides its search', () => {
      // 65,536 attempts at sixteen million a second and a millisecond beside, a thousand times.
      expect(of('lanes=2')).toBeCloseTo(1 + 0.6 + 5.096, 9)
      expect(of('lanes=1&engine=javascript')).toBeCloseTo(1 + 0.3 + 66.536, 9)
      expect(of('lanes=2&pool=cold')).toBeCloseTo(1 + 0.6 + 65.096, 9)
    })

    it('count every configuration that takes turns, and the time at full load', () => {
      expect(of('lanes=2&against=lanes:1,engine:javascript&sustain=60')).toBeCloseTo(
        1 + 0.6 + 5.096 + 0.3 + 66.536 + 60,
        9,
      )
    })

    it('grow no more where searches give up', () => {
      expect(of('lanes=1&difficulty=6&trials=100')).toBeCloseTo(1 + 0.3 + 125.1, 9)
    })

    it('follow the rate of a worker in a run of the same engine', () => {
      expect(of('lanes=1&trials=100', knownRun(4e6))).toBeCloseTo(1 + 0.3 + 3.3768, 9)
      expect(of('lanes=1&trials=100', knownRun(null))).toBe(of('lanes=1&trials=100'))
      expect(of('lanes=1&trials=100&engine=javascript', knownRun(4e6))).toBe(
        of('lanes=1&trials=100&engine=javascript'),
      )
    })
  })

  describe('the time that a run has left', () => {
    it('is told from five trials on, and counts turns, scaling and the time at full load', () => {
      const five = Array.from({ length: 5 }, (_, index) => trial(index, index * 10))
      expect(remainingSeconds(settings, five)).toBeCloseTo(995 * 0.01 + 0.6, 9)
      const query = new URLSearchParams('trials=1000&lanes=2&against=lanes:1&sustain=30')
      expect(remainingSeconds(readLink(query, 2).settings, five)).toBeCloseTo(1_995 * 0.01 + 0.9 + 30, 9)
    })

    it('follows its trials, and is not shown during the first few', () => {
      const trials = Array.from({ length: 100 }, (_, index) => trial(index, index * 10))
      expect(remainingSeconds(settings, trials.slice(0, 4))).toBeNull()
      expect(remainingSeconds(settings, trials)).toBeCloseTo(9.6, 5)
    })

    it('does not count a pause', () => {
      const trials = Array.from({ length: 100 }, (_, index) =>
        trial(index, index * 10 + (index > 50 ? 60_000 : 0)),
      )
      expect(remainingSeconds(settings, trials)).toBeCloseTo(9.6, 5)
    })
  })
})

describe('startsUnasked', () => {
  function startsFrom(query: string): boolean {
    return startsUnasked(readLink(new URLSearchParams(query), 8).settings)
  }

  it('starts a run of seconds by itself', () => {
    expect(startsFrom('')).toBe(true)
    expect(startsFrom('difficulty=3&trials=2000&engine=rolled')).toBe(true)
  })

  it.each([
    'difficulty=6&trials=10000',
    'difficulty=5&trials=1000&lanes=1',
    'difficulty=4&trials=1000&engine=subtle&lanes=1',
    'difficulty=0&trials=10000&pool=cold',
  ])('asks before the minutes of work of %s', (query) => {
    expect(startsFrom(query)).toBe(false)
  })
})
