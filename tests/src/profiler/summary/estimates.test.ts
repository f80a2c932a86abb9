import { describe, expect, it } from 'vitest'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import { uniformDrawOfTrial, readSettingsLink } from '../../../../src/profiler/model/settings.ts'
import { attemptsPercentile, shareSolvedWithin } from '../../../../src/profiler/stats/sample.ts'
import {
  measureAgreement,
  finiteInterval,
  rateOverTime,
  perceivedRate,
  fitSolveTimes,
  rangeRatesWithIntervals,
  logResiduals,
  describeSample,
  measuredTimePercentile,
} from '../../../../src/profiler/summary/estimates.ts'
import { trialOf } from '../runs/runOf.ts'

describe('agreement', () => {
  const settings = readSettingsLink(new URLSearchParams('difficulty=3&range=64&seed=1'), 1).settings

  const trial = (index: number, from: number | null): Trial =>
    ({
      index,
      range: from === null ? null : { from, count: 1 },
      verified: from === null ? null : true,
    }) as Trial

  /** Searches that end where a share of up to `most` of all searches has ended, evenly. */
  const upTo = (most: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      trial(index, Math.floor(attemptsPercentile(3, (most * (index + 0.5)) / count))),
    )

  it('a sample agrees from a probability of 0.01 on, is doubtful below it, and disagrees below 0.001', () => {
    // With a thousand trials the distances 0.049 and 0.061 are those of one in a hundred and one in a thousand.
    const agreements = [1, 0.956, 0.945, 0.93].map((most) => measureAgreement(settings, upTo(most, 1_000)))
    expect(agreements.map(({ verdict }) => verdict)).toEqual(['agrees', 'agrees', 'doubtful', 'disagrees'])
    expect(agreements.map(({ distance }) => distance)).toEqual(
      [0.0005, 0.044, 0.055, 0.07].map((distance) => expect.closeTo(distance, 3)),
    )
    expect(agreements[0]?.pValue).toBeCloseTo(1, 9)
    expect(agreements[2]?.pValue).toBeGreaterThan(0.001)
    expect(agreements[2]?.pValue).toBeLessThan(0.01)
    expect(agreements.every(({ sample, detects }) => sample === 1_000 && (detects ?? 0) > 0.5)).toBe(true)
  })

  it('a sample that would overlook half of the right success rate gets no verdict, however far it is from the theory', () => {
    expect(measureAgreement(settings, upTo(1, 49))).toMatchObject({ verdict: 'few', sample: 49 })
    expect(measureAgreement(settings, upTo(0.01, 49)).pValue).toBeLessThan(0.001)
    expect(measureAgreement(settings, upTo(0.01, 49)).verdict).toBe('few')
    expect(measureAgreement(settings, upTo(0.01, 50)).verdict).toBe('disagrees')
    expect(measureAgreement({ ...settings, range: 65_536 }, upTo(1, 1_000)).verdict).toBe('few')
    expect(measureAgreement(settings, upTo(1, 1))).toMatchObject({ verdict: 'few', detects: null })
    expect(measureAgreement(settings, [])).toMatchObject({
      verdict: 'few',
      sample: 0,
      pValue: 1,
      distance: 0,
    })
  })

  it('a sample disagrees if a single counter is wrong', () => {
    const trials = upTo(1, 1_000)
    const lied = trials.map((one, index) => Object.assign({}, one, { verified: index === 7 ? false : null }))
    expect(measureAgreement(settings, lied).verdict).toBe('disagrees')
    expect(measureAgreement(settings, lied.slice(7, 8)).verdict).toBe('disagrees')
  })

  it('searches that gave up count as the rest of the distribution', () => {
    const six = { ...settings, difficulty: 6 }
    const within = shareSolvedWithin(6, 10_000_000)
    const uniform = within + (1 - within) * uniformDrawOfTrial(six, 5)
    const { distance } = measureAgreement(six, [trial(5, null)])
    expect(distance).toBeCloseTo(Math.max(uniform, 1 - uniform), 12)
  })
})

const RATE = 1e6

/** Searches one after another, each a range of a hundred milliseconds, at a rate that depends on the time in seconds. */
function trialsAt(seconds: number, rateAt: (second: number) => number): Trial[] {
  return Array.from({ length: seconds * 10 }, (_, index) =>
    trialOf({ startedAt: index * 100, work: [[rateAt(index / 10) / 10, 100]] }),
  )
}

describe('the course of a run', () => {
  it('the course of a run has the rate in forty windows of equal time', () => {
    const course = rateOverTime(trialsAt(60, (second) => (second < 30 ? RATE : RATE / 2)))
    expect(course).toHaveLength(40)
    expect(course[0]?.y).toBeCloseTo(RATE)
    expect(course.at(-1)?.y).toBeCloseTo(RATE / 2)
    const [first = { x: 0 }, second = { x: 0 }] = course
    expect(first.x * 2).toBeCloseTo(second.x - first.x)
    expect(course.at(-1)?.x).toBeGreaterThan(58)
  })

  it('the course of a run has at most as many windows as searches, and none without a finished range', () => {
    expect(rateOverTime(trialsAt(1, () => RATE).slice(0, 3))).toHaveLength(3)
    const idle = trialsAt(60, () => RATE)
    for (const trial of idle) if (trial.startedAt >= 30_000) trial.work = []
    expect(rateOverTime(idle)).toHaveLength(20)
    expect(rateOverTime([])).toEqual([])
  })
})

describe('searches exactly on a line', () => {
  /** Searches at even shares of the distribution, of two milliseconds and one for every thousand attempts. */
  const exact = (count: number, difficulty: number, within = 1) =>
    Array.from({ length: count }, (_, index) => {
      const attempts = attemptsPercentile(difficulty, (within * (((index * 7) % count) + 0.5)) / count)
      return { index, attempts, milliseconds: 2 + attempts / 1_000 } as Trial
    })
  const near = (value: number) => expect.closeTo(value, 3)

  it('searches on a line give its fixed time and rate, with intervals from eight sections of fifteen on', () => {
    expect(fitSolveTimes(3, exact(120, 3))).toEqual({
      fixed: near(2),
      attemptsPerSecond: near(1e6),
      intervals: { fixed: [near(2), near(2)], attemptsPerSecond: [near(1e6), near(1e6)] },
      distance: expect.closeTo(0.5 / 120, 9),
    })
    expect(fitSolveTimes(3, exact(119, 3))).toMatchObject({
      fixed: near(2),
      attemptsPerSecond: near(1e6),
      intervals: { fixed: null, attemptsPerSecond: [near(1e6), near(1e6)] },
    })
  })

  it('searches on a line fit the theory of searches that find something', () => {
    const within = shareSolvedWithin(6, 10_000_000)
    expect(fitSolveTimes(6, exact(120, 6, within))?.distance).toBeCloseTo(0.5 / 120, 6)
  })
})

it('residuals are finite if a coarse clock reads zero, and ignore a negative fixed time', () => {
  const fit = { fixed: -3, attemptsPerSecond: 1e6, distance: 0, intervals: null }
  const trials = [0, 2].map((milliseconds) => ({ attempts: 1_000, milliseconds }) as Trial)
  const [zero, two] = logResiduals(fit, trials)
  expect(zero).toBeCloseTo(Math.log(0.01), 9)
  expect(two).toBeCloseTo(Math.log(2), 9)
})

const trial = (work: [attempts: number, milliseconds: number][], attempts = 0, milliseconds = 0): Trial =>
  ({ work, attempts, milliseconds }) as Trial

/** A search of two workers. */
const BOTH = trial([
  [100, 10],
  [300, 10],
])
const times = (count: number, one: Trial) => Array.from({ length: count }, () => one)

it('the rate of the ranges is that of every worker, all its ranges together, and the sum of all workers', () => {
  const trials = [
    BOTH,
    trial([[200, 20]]),
    trial([
      [0, 0],
      [100, 10],
    ]),
  ]
  expect(rangeRatesWithIntervals(trials)).toMatchObject({ all: 30_000, lanes: [10_000, 20_000] })
})

describe("the rates' intervals", () => {
  it('the intervals of rates come from at least eight sections of five searches that finished a range', () => {
    const idle = times(60, trial([[0, 0]]))
    const worked = times(40, BOTH)
    expect(rangeRatesWithIntervals([...idle, ...worked])).toEqual({
      all: 40_000,
      lanes: [10_000, 30_000],
      interval: [expect.closeTo(40_000, 6), expect.closeTo(40_000, 6)],
      laneIntervals: [
        [expect.closeTo(10_000, 6), expect.closeTo(10_000, 6)],
        [expect.closeTo(30_000, 6), expect.closeTo(30_000, 6)],
      ],
    })
    expect(rangeRatesWithIntervals([...idle, ...worked.slice(1)])).toMatchObject({
      all: 40_000,
      interval: null,
      laneIntervals: [null, null],
    })
  })

  it('a worker that finished no range in a whole section has no interval', () => {
    const both = times(100, BOTH)
    const restingIn = (count: number) => [...times(count, trial([[100, 10]])), ...both.slice(count)]
    const { interval, laneIntervals } = rangeRatesWithIntervals(restingIn(5))
    expect(interval).not.toBeNull()
    expect(laneIntervals).toEqual([[expect.closeTo(10_000, 6), expect.closeTo(10_000, 6)], null])
    expect(rangeRatesWithIntervals(restingIn(4)).laneIntervals[1]).not.toBeNull()
  })
})

describe('the perceived speed', () => {
  it('the perceived speed is all attempts divided by all the time', () => {
    expect(perceivedRate([trial([], 100, 10), trial([], 300, 10)])).toEqual({
      attemptsPerSecond: 20_000,
      interval: null,
    })
    expect(perceivedRate(times(40, trial([], 100, 10)))?.interval).toEqual([
      expect.closeTo(10_000, 6),
      expect.closeTo(10_000, 6),
    ])
    expect(perceivedRate(times(39, trial([], 100, 10)))?.interval).toBeNull()
  })

  it('the perceived speed is unknown if the clock did not move', () => {
    expect(perceivedRate([])).toBeNull()
    expect(perceivedRate([trial([], 100, 0)])).toBeNull()
    const still = times(45, trial([], 100, 10)).map((one, index) => (index < 5 ? trial([], 100, 0) : one))
    expect(perceivedRate(still)).toEqual({
      attemptsPerSecond: expect.closeTo(11_250, 6),
      interval: [expect.closeTo(11_250, 6), expect.closeTo(11_250, 6)],
    })
    expect(perceivedRate(still.slice(0, 40))?.interval).toBeNull()
  })
})

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

describe('the figures of a sample', () => {
  it('the figures of a sample have intervals, except those for which the sample is too small', () => {
    const made = describeSample(upTo(100))
    expect(made).toMatchObject({ mean: 50.5, p50: 50.5, min: 1, max: 100 })
    expect(made?.p95).toBeCloseTo(95.05, 9)
    const { mean, p50, p95, p99 } = made?.intervals ?? {}
    for (const interval of [mean, p50, p95]) expect(interval).toHaveLength(2)
    expect(p99).toBeNull()
    // Order statistics of the sign test, and Student's t.
    expect(p50).toEqual([expect.closeTo(40.763, 2), expect.closeTo(60.237, 2)])
    expect(mean).toEqual([expect.closeTo(44.743, 2), expect.closeTo(56.257, 2)])
    expect(describeSample([3, 1, 2])).toMatchObject({
      mean: 2,
      p50: 2,
      p90: expect.closeTo(2.8, 9),
      min: 1,
      max: 3,
    })
    expect(describeSample(upTo(400))?.intervals?.p99).not.toBeNull()
  })

  it('searches that gave up count as longer than all others, so there is no mean and no percentile among them', () => {
    const made = describeSample(upTo(60), 40)
    expect(made).toMatchObject({ mean: null, p50: 50.5, p90: null, p95: null, p99: null, min: 1, max: null })
    expect(made?.intervals).toMatchObject({ mean: null, p90: null })
    expect(describeSample(upTo(40), 60)?.p50).toBeNull()
    expect(describeSample([], 5)).toBeNull()
    // The 90 % point of ten lies between the ninth and the tenth value, which gave up.
    expect(describeSample(upTo(9), 1)).toMatchObject({ p50: 5.5, p90: null, max: null })
    expect(describeSample(upTo(9), 1)?.intervals?.p50).toEqual([expect.any(Number), expect.any(Number)])
  })
})

it('a percentile of the times is that of the described sample, also if some searches gave up', () => {
  const times = Array.from({ length: 50 }, (_, index) => (index * 37) % 50)
  for (const gaveUp of [0, 2, 10, 50]) {
    const trials = times.map((milliseconds, index) =>
      trialOf({ milliseconds, counter: index < gaveUp ? null : 9 }),
    )
    const described = describeSample(times.slice(gaveUp), gaveUp)
    expect(measuredTimePercentile(trials, 0.95)).toBe(described?.p95 ?? null)
  }
  expect(measuredTimePercentile([], 0.95)).toBeNull()
})

it('an interval never begins below zero, and is absent if one of its ends is unknown', () => {
  expect(finiteInterval([2, 3])).toEqual([2, 3])
  expect(finiteInterval([-1, 2])).toEqual([0, 2])
  expect(finiteInterval([-2, -1])).toEqual([0, 0])
  expect(finiteInterval([1, Infinity])).toBeNull()
  expect(finiteInterval([Number.NaN, 1])).toBeNull()
  expect(finiteInterval(null)).toBeNull()
})
