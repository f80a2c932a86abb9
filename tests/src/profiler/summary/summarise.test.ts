import { describe, expect, it } from 'vitest'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import { settingsFrom } from '../../../../src/profiler/model/settings.ts'
import { isSummarised, summarise, summarised } from '../../../../src/profiler/summary/summarise.ts'
import { runOf } from '../runs/runOf.ts'

const settings = settingsFrom(new URLSearchParams('difficulty=3&lanes=1'), 1)
const measures = {
  startup: { pool: 5, worker: 4, compile: 3, engine: 'rolled' },
  scaling: [{ lanes: 1, attemptsPerSecond: 7e6, interval: null }],
  busy: true,
  longTasks: { count: 2, milliseconds: 120 },
}

const found = (index: number, milliseconds: number, firstRange: number | null = null): Trial => ({
  index,
  startedAt: index * 10,
  attempts: 10 * milliseconds,
  milliseconds,
  lanes: 1,
  counter: 1,
  range: { from: 0, count: 512 },
  firstRange,
  verified: true,
  work: [[512, 1]],
  block: null,
  steal: null,
})
const gaveUp = (index: number, milliseconds: number): Trial => ({
  ...found(index, milliseconds),
  attempts: 10_000_000,
  counter: null,
  range: null,
  verified: null,
})

describe('the figures of a run', () => {
  it('tell searches that found something from those that gave up', () => {
    const trials = [found(0, 1), found(1, 2), found(2, 6), gaveUp(3, 900), gaveUp(4, 700), gaveUp(5, 1_000)]
    const made = summarise(settings, trials, measures)
    expect(made).toMatchObject({
      unfound: 3,
      gaveUpAfter: 900,
      wrong: 0,
      attempts: { min: 10, p50: null, mean: null, max: null },
      milliseconds: { min: 1, p50: null, mean: null, max: null },
      outliers: { lowSevere: 0, lowMild: 0, highMild: 0, highSevere: 0 },
    })
    expect(made.agreement.sample).toBe(6)
    expect(made.attemptsPerSecond).toMatchObject({ all: 512_000, lanes: [512_000] })
    expect(made.felt?.attemptsPerSecond).toBeCloseTo(30_000_090 / 2.609, 3)
  })

  it('have neither a time of giving up nor outliers where there is nothing of the kind', () => {
    const [all, none] = [[found(0, 1), found(1, 2), found(2, 6)], [gaveUp(0, 900)]]
    expect(summarise(settings, all, measures)).toMatchObject({
      unfound: 0,
      gaveUpAfter: null,
      milliseconds: { mean: 3, p50: 2, max: 6 },
      attempts: { mean: 30, p50: 20, max: 60 },
    })
    expect(summarise(settings, none, measures)).toMatchObject({
      unfound: 1,
      gaveUpAfter: 900,
      milliseconds: null,
      attempts: null,
      outliers: null,
      fit: null,
      drift: null,
    })
  })

  it('count a refused counter', () => {
    const lied = { ...found(1, 2), verified: false }
    expect(summarise(settings, [found(0, 1), lied], measures).wrong).toBe(1)
  })

  it('count searches that took longer than their attempts let expect', () => {
    const trials = Array.from({ length: 60 }, (_, index) => found(index, 1 + index))
    Object.assign(trials[30] ?? {}, { milliseconds: 500 })
    expect(summarise(settings, trials, measures).outliers).toMatchObject({ lowSevere: 0, highSevere: 1 })
  })

  it('have the median until the first range was answered, where that is known', () => {
    const firsts = [3, null, 1, 2, null].map((first, index) => found(index, 5, first))
    expect(summarise(settings, firsts, measures)).toMatchObject({ firstRange: 2, firstRangeInterval: null })
    const many = Array.from({ length: 8 }, (_, index) => found(index, 5, index + 1))
    expect(summarise(settings, many, measures)).toMatchObject({
      firstRange: 4.5,
      firstRangeInterval: [expect.closeTo(1.93564356, 7), expect.closeTo(7.06435644, 7)],
    })
    expect(summarise(settings, [found(0, 5)], measures)).toMatchObject({
      firstRange: null,
      firstRangeInterval: null,
    })
  })

  it('hold what was measured beside the trials as it was', () => {
    expect(summarise(settings, [], measures)).toMatchObject(measures)
  })
})

describe('a run that was read', () => {
  const run = runOf('difficulty=3&trials=60&lanes=2&against=range:16384&against=lanes:1', 1, 1)
  const empty = { ...run.summary, milliseconds: null, attempts: null, busy: true }
  const others = [60, 50].map((count) => ({ trials: run.trials.slice(0, count), summary: empty }))

  it('has the figures of its trials, of every configuration by its own settings', () => {
    const read = summarised({ ...run, summary: empty, others })
    expect(read.summary).toEqual({ ...run.summary, busy: true })
    const own = { ...run.settings, against: [] }
    const against = [
      { ...own, range: 16_384 },
      { ...own, lanes: 1 },
    ]
    expect(read.others).toEqual(
      others.map(({ trials }, index) => {
        return { trials, summary: summarise(against[index] ?? own, trials, empty) }
      }),
    )
    const [wide, alike] = read.others.map(({ summary }) => summary.agreement.detects)
    expect(wide).not.toBe(alike)
    expect(read).toMatchObject({ settings: run.settings, trials: run.trials })
  })

  it('lacks figures where an older version derived them: those had no intervals', () => {
    const { milliseconds } = run.summary
    if (!milliseconds) throw new Error('No times')
    const older = { ...run.summary, milliseconds: { ...milliseconds, intervals: null } }
    expect(isSummarised(run)).toBe(true)
    expect(isSummarised({ ...run, summary: older })).toBe(false)
    expect(isSummarised({ ...run, summary: empty })).toBe(true)
  })
})
