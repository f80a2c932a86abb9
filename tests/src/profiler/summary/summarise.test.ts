import { describe, expect, it } from 'vitest'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import { readSettingsLink } from '../../../../src/profiler/model/settings.ts'
import {
  interferenceShares,
  summariseTrials,
  withSummaries,
  withInterference,
} from '../../../../src/profiler/summary/summarise.ts'
import { calibrationOf, runOf, trialOf } from '../runs/runOf.ts'

describe('steal', () => {
  /** Slices between trials at these rates, ten milliseconds apart. */
  const calibration = (rates: readonly number[]) =>
    calibrationOf({
      between: rates.map((rate, index) => ({
        at: index * 10,
        attemptsPerSecond: rate,
        after: 0,
        block: null,
      })),
    })

  it('interference is measured against the third fastest of a slice and its twenty neighbours', () => {
    // Three slices at twice the rate count for those that have all three near them.
    const rates = Array.from({ length: 200 }, (_, index) => (index >= 50 && index <= 52 ? 200 : 100))
    const shares = interferenceShares(calibration(rates))
    const halved = shares.flatMap((share, index) => (share > 0 ? [index] : []))
    expect(halved).toEqual([42, 43, 44, 45, 46, 47, 48, 49, 53, 54, 55, 56, 57, 58, 59, 60])
    expect(shares[42]).toBeCloseTo(0.5, 12)
    expect(shares[51]).toBe(0)
  })

  it('the interference of a trial is the mean of the slices before and after it, or one of them if the other is missing', () => {
    const slices = { ...calibration([50, 100, 75]), start: [100], end: [100] }
    expect(interferenceShares(slices)).toEqual([0.5, 0, 0.25])
    const trials = [-5, 0, 9.9, 10, 20, 99].map((startedAt) => trialOf({ startedAt }))
    const stolen = withInterference(trials, slices).map(({ steal }) => steal)
    expect(stolen).toEqual([0.5, 0.25, 0.25, 0.125, 0.25, 0.25])
  })
})

const settings = readSettingsLink(new URLSearchParams('difficulty=3&lanes=1'), 1).settings
const measures = {
  startup: { pool: 5, worker: 4, compile: 3, engine: 'rolled' },
  scaling: [{ lanes: 1, attemptsPerSecond: 7e6, interval: null }],
  busy: true,
  longTasks: { count: 2, milliseconds: 120 },
}

const found = (index: number, milliseconds: number, firstRange: number | null = null): Trial =>
  trialOf({ index, attempts: 10 * milliseconds, milliseconds, firstRange, work: [[512, 1]] })
const gaveUp = (index: number, milliseconds: number): Trial => ({
  ...found(index, milliseconds),
  attempts: 10_000_000,
  counter: null,
  range: null,
  verified: null,
})

describe('the figures of a run', () => {
  it('the figures of a run distinguish searches that found something from those that gave up', () => {
    const trials = [found(0, 1), found(1, 2), found(2, 6), gaveUp(3, 900), gaveUp(4, 700), gaveUp(5, 1_000)]
    const made = summariseTrials(settings, trials, measures)
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

  it('the figures of a run include the median time of the first range, if it is known', () => {
    const firsts = [3, null, 1, 2, null].map((first, index) => found(index, 5, first))
    expect(summariseTrials(settings, firsts, measures)).toMatchObject({
      firstRange: 2,
      firstRangeInterval: null,
    })
    const many = Array.from({ length: 8 }, (_, index) => found(index, 5, index + 1))
    expect(summariseTrials(settings, many, measures)).toMatchObject({
      firstRange: 4.5,
      firstRangeInterval: [expect.closeTo(1.93564356, 7), expect.closeTo(7.06435644, 7)],
    })
  })
})

const run = runOf('difficulty=3&trials=60&lanes=2&against=range:16384&against=lanes:1')
const empty = { ...run.summary, milliseconds: null, attempts: null, busy: true }
const others = [60, 50].map((count) => ({ trials: run.trials.slice(0, count), summary: empty }))

it('a run that was read gets the figures of its trials, for each configuration by its own settings', () => {
  const read = withSummaries({ ...run, summary: empty, others })
  expect(read.summary).toEqual({ ...run.summary, busy: true })
  const own = { ...run.settings, against: [] }
  const against = [
    { ...own, range: 16_384 },
    { ...own, lanes: 1 },
  ]
  expect(read.others).toEqual(
    others.map(({ trials }, index) => {
      return { trials, summary: summariseTrials(against[index] ?? own, trials, empty) }
    }),
  )
  const [wide, alike] = read.others.map(({ summary }) => summary.agreement.detects)
  expect(wide).not.toBe(alike)
  expect(read).toMatchObject({ settings: run.settings, trials: run.trials })
})

it('no interval of a time is narrower than a step of a coarse clock, and a finer clock changes none', () => {
  const run = runOf('trials=60&difficulty=2')
  const atOnce = run.trials.map((trial) => ({ ...trial, milliseconds: 0, firstRange: 0 }))
  const { summary } = withSummaries({
    ...run,
    trials: atOnce,
    environment: { ...run.environment, clockResolution: 16.7 },
  })
  expect(summary.milliseconds?.intervals).toMatchObject({ p50: [0, 16.7], mean: [0, 16.7] })
  expect(summary.firstRangeInterval).toEqual([0, 16.7])
  const fine = withSummaries({ ...run, environment: { ...run.environment, clockResolution: 0.1 } })
  expect(fine.summary.milliseconds).toEqual(run.summary.milliseconds)
})
