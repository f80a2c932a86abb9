import { describe, expect, it } from 'vitest'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import { feltRate, ratesOf, ratesWithIntervals } from '../../../../src/profiler/summary/fit.ts'

const trial = (work: [attempts: number, milliseconds: number][], attempts = 0, milliseconds = 0): Trial =>
  ({ work, attempts, milliseconds }) as Trial

const times = (count: number, one: Trial) => Array.from({ length: count }, () => one)

describe('the rate of the ranges', () => {
  it('is that of every lane, all its ranges together, and the sum of all lanes', () => {
    const trials = [
      trial([
        [100, 10],
        [300, 10],
      ]),
      trial([[200, 20]]),
      trial([
        [0, 0],
        [100, 10],
      ]),
    ]
    expect(ratesOf(trials)).toEqual({ all: 30_000, lanes: [10_000, 20_000] })
  })

  it('is unknown of lanes that finished nothing, or whose clock did not move', () => {
    expect(
      ratesOf([
        trial([
          [0, 5],
          [10, 0],
          [10, 1],
        ]),
      ]),
    ).toEqual({ all: 10_000, lanes: [null, null, 10_000] })
    expect(ratesOf([trial([[0, 0]])])).toEqual({ all: null, lanes: [null] })
    expect(ratesOf([trial([])])).toEqual({ all: null, lanes: [] })
  })
})

describe("the rates' intervals", () => {
  it('come from sections of five searches that finished a range, eight at least', () => {
    const idle = times(60, trial([[0, 0]]))
    const worked = times(
      40,
      trial([
        [100, 10],
        [300, 10],
      ]),
    )
    expect(ratesWithIntervals([...idle, ...worked])).toEqual({
      all: 40_000,
      lanes: [10_000, 30_000],
      interval: [expect.closeTo(40_000, 6), expect.closeTo(40_000, 6)],
      laneIntervals: [
        [expect.closeTo(10_000, 6), expect.closeTo(10_000, 6)],
        [expect.closeTo(30_000, 6), expect.closeTo(30_000, 6)],
      ],
    })
    expect(ratesWithIntervals([...idle, ...worked.slice(1)])).toMatchObject({
      all: 40_000,
      interval: null,
      laneIntervals: [null, null],
    })
  })

  it('are none of a lane that finished nothing in a whole section', () => {
    const both = times(
      100,
      trial([
        [100, 10],
        [300, 10],
      ]),
    )
    const resting = both.map((one, index) =>
      index < 5
        ? trial([
            [100, 10],
            [0, 0],
          ])
        : one,
    )
    const { interval, laneIntervals } = ratesWithIntervals(resting)
    expect(interval).not.toBeNull()
    expect(laneIntervals).toEqual([[expect.closeTo(10_000, 6), expect.closeTo(10_000, 6)], null])
    const short = both.map((one, index) =>
      index < 4
        ? trial([
            [100, 10],
            [0, 0],
          ])
        : one,
    )
    expect(ratesWithIntervals(short).laneIntervals[1]).not.toBeNull()
    expect(
      ratesWithIntervals(
        times(
          100,
          trial([
            [100, 10],
            [0, 0],
          ]),
        ),
      ).laneIntervals[1],
    ).toBeNull()
  })

  it('hold the rate, and are wider where the sections differ', () => {
    const uneven = [...times(50, trial([[100, 10]])), ...times(50, trial([[300, 10]]))]
    const { all, interval } = ratesWithIntervals(uneven)
    // Ten sections of each: deviation 10,260 of twenty, t with nineteen degrees 2.093.
    expect(all).toBe(20_000)
    expect(interval).toEqual([expect.closeTo(20_000 - 4_801.8, 0), expect.closeTo(20_000 + 4_801.8, 0)])
    const rare = [...times(99, trial([[1, 1_000]])), ...times(1, trial([[1_000_000, 1]]))]
    expect(ratesWithIntervals(rare).interval?.[0]).toBe(0)
  })
})

describe('the speed that is felt', () => {
  it('is all attempts by all the time', () => {
    expect(feltRate([trial([], 100, 10), trial([], 300, 10)])).toEqual({
      attemptsPerSecond: 20_000,
      interval: null,
    })
    expect(feltRate(times(40, trial([], 100, 10)))?.interval).toEqual([
      expect.closeTo(10_000, 6),
      expect.closeTo(10_000, 6),
    ])
    expect(feltRate(times(39, trial([], 100, 10)))?.interval).toBeNull()
  })

  it('is unknown where the clock did not move, as a section is in which it did not', () => {
    expect(feltRate([])).toBeNull()
    expect(feltRate([trial([], 100, 0)])).toBeNull()
    const still = times(45, trial([], 100, 10)).map((one, index) => (index < 5 ? trial([], 100, 0) : one))
    expect(feltRate(still)).toEqual({
      attemptsPerSecond: expect.closeTo(11_250, 6),
      interval: [expect.closeTo(11_250, 6), expect.closeTo(11_250, 6)],
    })
    expect(feltRate(still.slice(0, 40))?.interval).toBeNull()
  })
})
