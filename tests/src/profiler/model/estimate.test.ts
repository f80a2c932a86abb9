import { describe, expect, it } from 'vitest'
import { estimateSeconds, remainingSeconds } from '../../../../src/profiler/model/estimate.ts'
import type { Trial } from '../../../../src/profiler/model/runResult.ts'
import { settingsFrom } from '../../../../src/profiler/model/settingsLink.ts'

const settings = settingsFrom(new URLSearchParams('difficulty=4&trials=1000&lanes=2'), 2)

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
  it('keeps a first run of the default settings within half a minute on two lanes', () => {
    const defaults = settingsFrom(new URLSearchParams(), 2)
    expect(estimateSeconds(defaults, null)).toBeLessThan(30)
  })

  it('grows with the attempts that a trial takes, and with cold workers', () => {
    const of = (query: string) => {
      const asked = settingsFrom(new URLSearchParams(query), 2)
      return estimateSeconds(asked, null)
    }
    expect(of('difficulty=5')).toBeGreaterThan(of('difficulty=4') * 4)
    expect(of('pool=cold')).toBeGreaterThan(of('pool=warm') + 10)
  })
})

describe('the time that a run has left', () => {
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
