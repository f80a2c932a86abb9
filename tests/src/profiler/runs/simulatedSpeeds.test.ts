import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../src/profiler/model/result.ts'
import { compareRuns, compareTurns } from '../../../../src/profiler/runs/compare.ts'
import { ROUGH } from '../../../statistics/simulateDevice.ts'
import { simulateRun } from '../../../statistics/simulateRun.ts'

/** A run of a device that is as rough as a shared machine. */
const run = (seed: number, label: string, factor = 1, query = 'difficulty=4&trials=200&lanes=1&seed=7') =>
  simulateRun({ query, seed, weather: ROUGH, factors: [factor], label })

/** Runs number `from` on, of one device. */
const runs = (from: number, label: string, factor = 1, count = 5) =>
  Array.from({ length: count }, (_, index) => run(from + index, label, factor))

const compareFirst = (left: Result[], right: Result[]) => {
  const [one, other] = [left[0], right[0]]
  if (!one || !other) throw new Error('Nothing to compare')
  return compareRuns(one, other, [...right, ...left])
}

describe('comparing two runs', () => {
  it('never calls two runs of one device different, however far apart the device was', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { speed } = compareRuns(run(seed, ''), run(seed + 100, '', 1.4), [])
      expect(speed).toMatchObject({ method: 'few', faster: null, interval: null })
    }
  })

  it('never judges fewer than five runs of each of two devices', () => {
    const { speed, runs: counts } = compareFirst(runs(1, 'A', 2, 4), runs(11, 'B'))
    expect(counts).toEqual([4, 5])
    expect(speed).toMatchObject({ method: 'few', faster: null })
    expect(speed?.ratio).toBeGreaterThan(1.5)
  })

  it('finds a device that is half as fast in five runs of each, whichever side it is on', () => {
    const [slow, fast] = [runs(1, 'A', 2), runs(11, 'B')]
    const { speed, runs: counts } = compareFirst(slow, fast)
    expect(counts).toEqual([5, 5])
    expect(speed).toMatchObject({ method: 'runs', faster: 'right' })
    expect(speed?.interval?.[0]).toBeLessThan(2)
    expect(speed?.interval?.[1]).toBeGreaterThan(2)
    expect(compareFirst(fast, slow).speed).toMatchObject({ faster: 'left' })
  })

  it('counts a run that was imported twice only once', () => {
    const [left, right] = [runs(1, 'A'), runs(11, 'B', 1, 4)]
    const again = right.map((one) => ({ ...one }))
    expect(compareFirst(left, [...right, ...again]).runs).toEqual([5, 4])
  })

  it('counts only repetitions: the same settings on the same device', () => {
    const [left, right] = [runs(1, 'A'), runs(11, 'B')]
    const others = [run(31, 'C'), run(32, 'A', 1, 'difficulty=4&trials=100&lanes=1&seed=7')]
    const [one, other] = [left[0], right[0]]
    if (!one || !other) throw new Error('Nothing to compare')
    expect(compareRuns(one, other, [...others, ...left.slice(1, 3)]).runs).toEqual([3, 1])
  })

  it('tells no difference that lies within what the device differs from itself during a run', () => {
    const halved = (result: Result): Result => {
      const { conditions } = result
      const calibration = conditions?.calibration
      if (!calibration) throw new Error('No calibration')
      const end = calibration.start.map((rate) => rate / 3)
      return { ...result, conditions: { ...conditions, calibration: { ...calibration, end } } }
    }
    const [left, right] = [runs(1, 'A', 2).map(halved), runs(11, 'B').map(halved)]
    expect(compareFirst(left, right).speed).toMatchObject({ method: 'runs', faster: null })
  })
})

describe('comparing configurations that took turns', () => {
  const turns = (trials: number, factors: readonly number[]) =>
    simulateRun({
      query: `difficulty=4&trials=${trials}&lanes=1&against=same&against=same`,
      seed: 5,
      weather: ROUGH,
      factors,
    })

  it('finds the one that is a tenth slower, and none between equal ones', () => {
    const three = turns(1_000, [1.1, 1.1, 1])
    expect(compareTurns(three, 1)).toMatchObject({
      speed: { method: 'turns', faster: null },
      same: { compared: 1_000, equal: 1_000 },
    })
    expect(compareTurns(three, 2).speed).toMatchObject({ method: 'turns', faster: 'right' })
    expect(compareTurns(turns(1_000, [1, 1.1]), 1).speed).toMatchObject({ faster: 'left' })
  })

  it('judges nothing by a handful of blocks', () => {
    expect(compareTurns(turns(10, [2, 1]), 1).speed).toMatchObject({ method: 'few', faster: null })
  })

  it('is not misled by a device that stands still for seconds', () => {
    const run = turns(1_000, [1, 1.1])
    const frozen = run.trials.map((trial, index) =>
      Object.assign({}, trial, index % 250 === 0 && { milliseconds: 4_000 }),
    )
    expect(compareTurns({ ...run, trials: frozen }, 1).speed).toMatchObject({ faster: 'left' })
  })

  it('tells no difference that the same calibration shows, too', () => {
    const run = turns(1_000, [1.1, 1])
    const { conditions } = run
    const calibration = conditions?.calibration
    if (!calibration) throw new Error('No calibration')
    const between = calibration.between.map((slice) =>
      Object.assign({}, slice, slice.after === 0 && { attemptsPerSecond: slice.attemptsPerSecond / 1.3 }),
    )
    const biased = { ...run, conditions: { ...conditions, calibration: { ...calibration, between } } }
    expect(compareTurns(biased, 1).speed).toMatchObject({ faster: null })
    expect(compareTurns(biased, 1).speed?.noise).toBeGreaterThan(1.2)
  })
})
