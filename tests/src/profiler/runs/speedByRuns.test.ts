import { describe, expect, it } from 'vitest'
import type { Conditions, Result } from '../../../../src/profiler/model/result.ts'
import { speedByRuns } from '../../../../src/profiler/runs/compare.ts'
import { studentT } from '../../../../src/profiler/stats/intervals.ts'
import { runOf } from './runOf.ts'

/** A run whose searches all take this long, less the hundredth of a millisecond that every one gets. */
function run(label: string, milliseconds: number, query = 'trials=20', ends?: [number[], number[]]): Result {
  const made = runOf(query, 1, 1)
  const trials = made.trials.map((trial) => ({ ...trial, milliseconds: milliseconds - 0.01 }))
  const [start, end] = ends ?? [[], []]
  const calibration = { lanes: 1, attempts: 1, start, between: [], end }
  const conditions: Conditions = { wakeLock: 'held', disturbances: [], calibration, steal: null }
  return { ...made, trials, conditions, environment: { ...made.environment, label } }
}

const runs = (label: string, milliseconds: number, count = 5, query?: string) =>
  Array.from({ length: count }, () => run(label, milliseconds, query))

describe('the speed of two devices', () => {
  it('is the ratio of their typical times in five runs of each', () => {
    expect(speedByRuns(runs('A', 3), runs('B', 2))).toEqual({
      method: 'runs',
      ratio: expect.closeTo(1.5, 9),
      interval: [expect.closeTo(1.5, 9), expect.closeTo(1.5, 9)],
      noise: null,
      faster: 'right',
    })
    expect(speedByRuns(runs('A', 2), runs('B', 3))).toMatchObject({ faster: 'left' })
  })

  it('has the interval of what each differs from itself', () => {
    // Logarithms −1, −1, 0, 1, 1 on both sides: variance 1 of five, eight degrees of freedom.
    const group = (label: string, by: number) =>
      [-1, -1, 0, 1, 1].map((log) => run(label, by * Math.exp(log)))
    const speed = speedByRuns(group('A', 3), group('B', 2))
    const reach = studentT(8) * Math.sqrt(2 / 5)
    expect(speed?.ratio).toBeCloseTo(1.5, 9)
    expect(speed?.interval?.map(Math.log)).toEqual([
      expect.closeTo(Math.log(1.5) - reach, 9),
      expect.closeTo(Math.log(1.5) + reach, 9),
    ])
    expect(speed?.faster).toBeNull()
  })

  it.each([
    ['four runs on the left', runs('A', 3, 4), runs('B', 2)],
    ['four runs on the right', runs('A', 3), runs('B', 2, 4)],
    ['one device', runs('A', 3), runs('A', 2)],
    ['nineteen trials', runs('A', 3), [...runs('B', 2, 4), run('B', 2, 'trials=19')]],
  ])('is not judged of %s', (_, left, right) => {
    expect(speedByRuns(left, right)).toEqual({
      method: 'few',
      ratio: expect.closeTo(1.5, 9),
      interval: null,
      noise: null,
      faster: null,
    })
  })

  it('is nothing where one has no runs, or a run no trials', () => {
    expect(speedByRuns([], runs('B', 2))).toBeNull()
    expect(speedByRuns(runs('A', 3), [])).toBeNull()
    expect(speedByRuns(runs('A', 3), [{ ...run('B', 2), trials: [] }])).toBeNull()
    expect(speedByRuns([run('A', 3, 'trials=1')], [run('B', 2, 'trials=1')])?.ratio).toBeCloseTo(1.5, 9)
  })

  it('compares the searches that all runs have where the keys are the same, and all searches where not', () => {
    // Twenty searches of three milliseconds, then twenty of nine.
    const longer = (query: string): Result => {
      const made = run('A', 3, query)
      const trials = made.trials.map((trial, index) => ({ ...trial, milliseconds: index < 20 ? 2.99 : 8.99 }))
      return { ...made, trials }
    }
    expect(speedByRuns([longer('trials=40')], [run('B', 3)])?.ratio).toBeCloseTo(1, 9)
    expect(speedByRuns([longer('trials=40&seed=2')], [run('B', 3)])?.ratio).toBeCloseTo(2, 9)
  })

  it('adds the luck of the keys where they differ', () => {
    // Times whose logarithms do not differ between runs, but within them.
    const lucky = (label: string, query: string) =>
      Array.from({ length: 5 }, (): Result => {
        const made = run(label, 3, query)
        const trials = made.trials.map((trial, index) => ({ ...trial, milliseconds: 1.99 + (index % 3) }))
        return { ...made, trials }
      })
    const [same, other] = ['seed=1', 'seed=2'].map((seed) =>
      speedByRuns(lucky('A', 'trials=30&seed=1'), lucky('B', `trials=30&${seed}`)),
    )
    expect(same?.interval).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9)])
    // Ten each of 2, 3 and 4: six of twenty-one at either end are cut, winsorised squares 20, (kept share 0.6).
    const error = Math.sqrt(20 / 29) / (0.6 * Math.sqrt(30))
    const reach = studentT(4) * Math.sqrt(2 * (error / 3) ** 2)
    expect(other?.interval?.map(Math.log)).toEqual([expect.closeTo(-reach, 9), expect.closeTo(reach, 9)])
  })
})

describe('the noise of runs', () => {
  const noiseOf = (...ends: [number[], number[]][]) =>
    speedByRuns(
      ends.map((both) => run('A', 3, 'trials=20', both)),
      [run('B', 2)],
    )?.noise

  it('is what the calibration typically changed from start to end, up or down', () => {
    expect(noiseOf([[100], [80]])).toBeCloseTo(1.25, 9)
    expect(noiseOf([[80], [100]])).toBeCloseTo(1.25, 9)
    expect(
      noiseOf([
        [1, 100, 900],
        [79, 80, 81],
      ]),
    ).toBeCloseTo(1.25, 9)
    expect(noiseOf([[100], [100]], [[100], [80]], [[100], [10]])).toBeCloseTo(1.25, 9)
  })

  it('leaves out runs that were not calibrated at both ends, or stood still at one', () => {
    expect(noiseOf([[100], []])).toBeNull()
    expect(noiseOf([[], [100]])).toBeNull()
    expect(noiseOf([[100], [0]])).toBeNull()
    expect(noiseOf([[100], []], [[100], [80]])).toBeCloseTo(1.25, 9)
    const bare = { ...run('A', 3), conditions: null }
    expect(speedByRuns([bare], [run('B', 2)])?.noise).toBeNull()
  })

  it('is judged with five runs of each, too', () => {
    const left = Array.from({ length: 5 }, () => run('A', 3, 'trials=20', [[100], [50]]))
    expect(speedByRuns(left, runs('B', 2))).toMatchObject({ method: 'runs', faster: null })
    expect(speedByRuns(left, runs('B', 2))?.noise).toBeCloseTo(2, 9)
  })
})
