import { describe, expect, it } from 'vitest'
import type { Calibration, Trial } from '../../../../src/profiler/model/result.ts'
import { readLink } from '../../../../src/profiler/model/settings.ts'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import {
  isBusy,
  isSummarised,
  meanInterference,
  interferenceIn,
  summarise,
  summarised,
  withInterference,
} from '../../../../src/profiler/summary/summarise.ts'
import { runOf } from '../runs/runOf.ts'

describe('steal', () => {
  /** Slices between trials at these rates, ten milliseconds apart. */
  function calibration(rates: readonly number[]): Calibration {
    const [first = 1, last = 1] = [rates[0], rates.at(-1)]
    return {
      lanes: 1,
      attempts: 1_000,
      start: Array.from({ length: 15 }, () => first),
      between: rates.map((rate, index) => ({
        at: index * 10,
        attemptsPerSecond: rate,
        after: 0,
        block: null,
      })),
      end: Array.from({ length: 15 }, () => last),
    }
  }

  const many = (of: (index: number) => number) => Array.from({ length: 200 }, (_, index) => of(index))

  it('is nothing on a device left alone, however unsteady by a few hundredths', () => {
    const next = random(3)
    const steal = meanInterference(calibration(many(() => 1e6 * (1 + 0.04 * (next() - 0.5)))))
    expect(steal).toBeLessThan(0.04)
    expect(isBusy(steal)).toBe(false)
  })

  it('is compared with the third fastest of the slice, ten before it and ten after it', () => {
    // Three slices at twice the rate count for those that have all three near them.
    const shares = interferenceIn(calibration(many((index) => (index >= 50 && index <= 52 ? 200 : 100))))
    const halved = shares.flatMap((share, index) => (share > 0 ? [index] : []))
    expect(halved).toEqual([42, 43, 44, 45, 46, 47, 48, 49, 53, 54, 55, 56, 57, 58, 59, 60])
    expect(shares[42]).toBeCloseTo(0.5, 12)
    expect(shares[51]).toBe(0)
  })

  it('is the mean of the slice before and the slice after, and of one where the other is missing', () => {
    const slices = { ...calibration([50, 100, 75]), start: [100], end: [100] }
    expect(interferenceIn(slices)).toEqual([0.5, 0, 0.25])
    const [trial] = runOf('trials=1', 1, 1).trials
    if (!trial) throw new Error('No trial')
    const stolen = [-5, 0, 9.9, 10, 20, 99].map(
      (startedAt) => withInterference([{ ...trial, startedAt }], slices)[0]?.steal,
    )
    expect(stolen).toEqual([0.5, 0.25, 0.25, 0.125, 0.25, 0.25])
    const inOrder = [0, 10, 20].map((startedAt) => Object.assign({}, trial, { startedAt }))
    expect(withInterference(inOrder, slices)).toEqual(
      [0.25, 0.125, 0.25].map((steal, index) => Object.assign({}, inOrder[index], { steal })),
    )
  })
})

describe('summarise', () => {
  const settings = readLink(new URLSearchParams('difficulty=3&lanes=1'), 1).settings
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
})
