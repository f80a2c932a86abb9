import { describe, expect, it } from 'vitest'
import type { Calibration, Conditions, Result, Trial } from '../../../../src/profiler/model/result.ts'
import { speedByTurns } from '../../../../src/profiler/runs/compare.ts'
import { runOf } from './runOf.ts'

const run = runOf('trials=1', 1, 1)
const [first] = run.trials as [Trial]

/** Trials of these times, less the hundredth of a millisecond that every block gets. */
const trialsOf = (blocks: readonly (readonly [block: number | null, milliseconds: number])[]): Trial[] =>
  blocks.map(([block, milliseconds], index) => ({
    ...first,
    index,
    block,
    milliseconds: milliseconds - 0.01,
  }))

const upTo = (count: number, milliseconds: number) =>
  trialsOf(Array.from({ length: count }, (_, block) => [block, milliseconds] as const))

function turns(left: Trial[], right: Trial[], between: Calibration['between'] = []): Result {
  const calibration: Calibration = { lanes: 1, attempts: 1, start: [], between, end: [] }
  const conditions: Conditions = { wakeLock: 'held', disturbances: [], calibration, steal: null }
  return { ...run, trials: left, others: [{ trials: right, summary: run.summary }], conditions }
}

/** A slice of calibration after a turn. */
const slice = (after: number, block: number | null, attemptsPerSecond: number) => ({
  at: 0,
  attemptsPerSecond,
  after,
  block,
})

describe('the speed of two that took turns', () => {
  it('is the ratio of their times over eight A B B A or more', () => {
    expect(speedByTurns(turns(upTo(16, 3), upTo(16, 2)), 1)).toEqual({
      method: 'turns',
      ratio: expect.closeTo(1.5, 9),
      interval: [expect.closeTo(1.5, 9), expect.closeTo(1.5, 9)],
      noise: null,
      faster: 'right',
    })
  })

  it('is not judged by fewer, and of an odd block the neighbour is missing', () => {
    const few = { method: 'few', interval: null, noise: null, faster: null }
    expect(speedByTurns(turns(upTo(15, 3), upTo(15, 2)), 1)).toEqual({
      ...few,
      ratio: expect.closeTo(1.5, 9),
    })
    expect(speedByTurns(turns([], []), 1)).toEqual({ ...few, ratio: 1 })
    expect(speedByTurns(turns(upTo(16, 3), upTo(16, 2)), 2)).toEqual({ ...few, ratio: 1 })
  })

  it('takes the two blocks of an A B B A together, as the mean of their logarithms', () => {
    // 8 and 2 times as long: 4 times.
    const left = trialsOf([
      [0, 8],
      [1, 2],
    ])
    expect(speedByTurns(turns(left, upTo(2, 1)), 1).ratio).toBeCloseTo(4, 9)
    // Blocks 1 and 2 are of two different ones.
    const apart = trialsOf([
      [1, 8],
      [2, 2],
    ])
    expect(speedByTurns(turns(apart, upTo(4, 1)), 1).ratio).toBe(1)
  })

  it('adds the times of a block up, and leaves out blocks that one of them lacks', () => {
    const left = [...upTo(4, 2), ...trialsOf([[0, 4.01]]), ...trialsOf([[null, 500]])]
    // 6, 2 and 2, 2 against 1, 1 and nothing.
    const right = [...upTo(3, 1), ...trialsOf([[null, 1]])]
    expect(speedByTurns(turns(left, right), 1).ratio).toBeCloseTo(Math.sqrt(6 * 2), 9)
  })

  it('has times even where a coarse clock reads zero', () => {
    const speed = speedByTurns(turns(upTo(16, 0.01), upTo(16, 0.02)), 1)
    expect(speed.ratio).toBeCloseTo(0.5, 9)
    expect(speed.faster).toBe('left')
  })
})

describe('the noise of turns', () => {
  const noiseOf = (between: Calibration['between']) =>
    speedByTurns(turns(upTo(16, 3), upTo(16, 2), between), 1)

  it('is how far the same calibration differs after either, whichever is slower', () => {
    const after = (one: number, other: number) =>
      [0, 1].flatMap((block) => [slice(0, block, one), slice(1, block, other)])
    expect(noiseOf(after(100, 125)).noise).toBeCloseTo(1.25, 9)
    expect(noiseOf(after(125, 100)).noise).toBeCloseTo(1.25, 9)
    expect(noiseOf(after(100, 125)).faster).toBe('right')
    expect(noiseOf(after(100, 160)).faster).toBeNull()
  })

  it('counts neither slices of another configuration nor those without a block or a rate', () => {
    const quiet = [0, 1].flatMap((block) => [slice(0, block, 100), slice(2, block, 7), slice(1, block, 100)])
    const odd = [slice(0, null, 1), slice(1, null, 9), slice(0, 2, 0), slice(1, 2, 5), slice(0, 3, 5)]
    expect(noiseOf([...quiet, ...odd, slice(1, 3, 5)]).noise).toBeCloseTo(1, 9)
  })

  it('is unknown where a calibration is missing', () => {
    expect(noiseOf([]).noise).toBeNull()
    expect(noiseOf([slice(0, 0, 100), slice(1, 0, 100)]).noise).toBeNull()
    const run = turns(upTo(16, 3), upTo(16, 2))
    const told = { method: 'turns', noise: null }
    expect(speedByTurns({ ...run, conditions: null }, 1)).toMatchObject(told)
    const { conditions } = run
    if (!conditions) throw new Error('No conditions')
    expect(speedByTurns({ ...run, conditions: { ...conditions, calibration: null } }, 1)).toMatchObject(told)
  })
})
