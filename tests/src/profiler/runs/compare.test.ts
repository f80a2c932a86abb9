import { describe, expect, it } from 'vitest'
import type { Calibration, RunResult, Trial } from '../../../../src/profiler/model/result.ts'
import { readSettingsLink } from '../../../../src/profiler/model/settings.ts'
import type { RunSettings } from '../../../../src/profiler/model/settings.ts'
import {
  compareRuns,
  findRepetitions,
  selectConfiguration,
  compareSpeedOfRuns,
  compareSpeedOfConfigurations,
  judgeSpeed,
} from '../../../../src/profiler/runs/compare.ts'
import { engineText, configurationNames, runName, shortRunName } from '../../../../src/profiler/runs/names.ts'
import { calibrated, on, runOf, trialOf } from './runOf.ts'

/** What is judged of an interval of ratios, and of how far the device differs from itself. */
const judged = (low: number, high: number, noise: number | null = null) =>
  judgeSpeed(
    'turns',
    { value: Math.log(2), interval: [Math.log(low), Math.log(high)] },
    noise === null ? null : Math.log(noise),
  )

it.each([
  [1, 3, null, null],
  [0.3, 0.99, null, 'left'],
  [1.3, 3, 1.25, 'right'],
  [1.25, 3, 1.25, null],
  [0.25, 1 / 1.2, 1.25, null],
])(
  'one side is called faster only if the whole interval is beyond the noise of the device: %f to %f, %f',
  (...of) => {
    const [low, high, noise, faster] = of
    expect(judged(low, high, noise).faster).toBe(faster)
  },
)

const run = runOf('trials=2&lanes=2')
const asked = (settings: Partial<RunSettings>) => ({ ...run, settings: { ...run.settings, ...settings } })

describe('two runs', () => {
  const later = on(run, { date: '2026-02-02T00:00:00.000Z', clockResolution: 1 })
  const isSameDevice = (other: RunResult) => compareRuns(later, other, []).sameDevice
  const isRepetition = (other: RunResult) => findRepetitions(later, [other]).length === 2

  it('two runs are of one device if everything that the browser reveals about it is equal', () => {
    expect(isSameDevice(run)).toBe(true)
    expect(isRepetition(run)).toBe(true)
  })

  it.each([
    { label: 'another' },
    { runtime: 'browser' },
    { userAgent: 'another' },
    { platform: 'another' },
    { cpu: 'another' },
    { cores: 3 },
    { memory: 8 },
  ] as const)('two runs are of two devices if they differ in %o', (environment) => {
    expect(isSameDevice(on(run, environment))).toBe(false)
    expect(isRepetition(on(run, environment))).toBe(false)
  })

  it.each([{ seed: 2 }, { keyLength: 36 }, { difficulty: 3 }, { range: 64 }])(
    'the solutions of two runs are not compared if they differ in %o',
    (settings) => {
      expect(compareRuns(run, asked(settings), []).same).toBeNull()
      expect(isRepetition(asked(settings))).toBe(false)
    },
  )

  it.each([{ engine: 'rolled' }, { lanes: 1 }, { pool: 'cold' }, { trials: 3 }] as const)(
    'two runs are no repetitions if they differ in %o',
    (settings) => {
      expect(isRepetition(asked(settings))).toBe(false)
    },
  )
})

describe('what two runs found', () => {
  const one = runOf('trials=10&lanes=2')

  it('the solutions of two runs are compared key by key', () => {
    expect(compareRuns(one, runOf('trials=10&lanes=1'), []).same).toEqual({ compared: 10, equal: 10 })
    const [first, second, ...others] = one.trials.slice(4)
    if (!first || !second) throw new Error('No trials')
    const elsewhere = { ...second, range: { from: (second.range?.from ?? 0) + 8_192, count: 8_192 } }
    const other = { ...one, trials: [{ ...first, range: null }, elsewhere, ...others] }
    expect(compareRuns(one, other, []).same).toEqual({ compared: 6, equal: 4 })
    // Where both found nothing, they agree.
    expect(compareRuns(other, other, []).same).toEqual({ compared: 6, equal: 6 })
  })

  it('a comparison uses all repetitions, each date once', () => {
    const dates = ['01', '02', '03'].map((day) => `2026-02-${day}T00:00:00.000Z`)
    const [left, right] = [on(one, { label: 'A' }), on(one, { label: 'B' })]
    const kept = dates.map((date) => on(left, { date }))
    const again = dates.map((date) => on(left, { date }))
    const other = on(one, { label: 'C' })
    expect(compareRuns(left, right, [left, right, ...kept, ...again, other]).runs).toEqual([4, 1])
    expect(compareRuns(right, left, [...kept.slice(1), other]).runs).toEqual([1, 3])
  })
})

it('a configuration of a run is a run of its own, with its settings, trials and figures', () => {
  const run = runOf('trials=2&lanes=2&against=lanes:1&against=pool:cold')
  const others = ['one', 'two'].map((engine, index) => ({
    trials: run.trials.slice(index),
    summary: { ...run.summary, startup: { ...run.summary.startup, engine } },
  }))
  const turns = { ...run, others }
  const own = { ...run.settings, against: [] }
  expect(selectConfiguration(turns, 0)).toEqual({ ...run, settings: own, others: [] })
  expect(selectConfiguration(turns, 1)).toEqual({
    ...run,
    settings: { ...own, lanes: 1 },
    ...others[0],
    others: [],
  })
  expect(selectConfiguration(turns, 2)).toEqual({
    ...run,
    settings: { ...own, pool: 'cold' },
    ...others[1],
    others: [],
  })
})

describe('the speed of two devices', () => {
  /** A run whose searches all take this long, less the hundredth of a millisecond that every one gets. */
  function run(
    label: string,
    milliseconds: number,
    query = 'trials=20',
    ends?: [number[], number[]],
  ): RunResult {
    const made = runOf(query)
    const trials = made.trials.map((trial) => ({ ...trial, milliseconds: milliseconds - 0.01 }))
    const [start, end] = ends ?? [[], []]
    return on({ ...made, trials, conditions: calibrated({ start, end }) }, { label })
  }

  const runs = (label: string, milliseconds: number, count = 5, query?: string) =>
    Array.from({ length: count }, () => run(label, milliseconds, query))

  it('the ratio of two devices is that of their typical times in five runs each', () => {
    expect(compareSpeedOfRuns(runs('A', 3), runs('B', 2))).toEqual({
      method: 'runs',
      ratio: expect.closeTo(1.5, 9),
      interval: [expect.closeTo(1.5, 9), expect.closeTo(1.5, 9)],
      noise: null,
      faster: 'right',
    })
    expect(compareSpeedOfRuns(runs('A', 2), runs('B', 3))).toMatchObject({ faster: 'left' })
  })

  it.each([
    ['four runs on the left', runs('A', 3, 4), runs('B', 2)],
    ['four runs on the right', runs('A', 3), runs('B', 2, 4)],
    ['both of one device', runs('A', 3), runs('A', 2)],
    ['one of them with nineteen trials', runs('A', 3), [...runs('B', 2, 4), run('B', 2, 'trials=19')]],
  ])('two devices get no verdict from too few runs: %s', (_, left, right) => {
    expect(compareSpeedOfRuns(left, right)).toEqual({
      method: 'few',
      ratio: expect.closeTo(1.5, 9),
      interval: null,
      noise: null,
      faster: null,
    })
  })

  it('two devices have no ratio if one has no runs, or a run has no trials', () => {
    expect(compareSpeedOfRuns([], runs('B', 2))).toBeNull()
    expect(compareSpeedOfRuns(runs('A', 3), [])).toBeNull()
    expect(compareSpeedOfRuns(runs('A', 3), [{ ...run('B', 2), trials: [] }])).toBeNull()
    expect(compareSpeedOfRuns([run('A', 3, 'trials=1')], [run('B', 2, 'trials=1')])?.ratio).toBeCloseTo(
      1.5,
      9,
    )
  })

  it('with equal keys only the searches that all runs have are compared, otherwise all searches', () => {
    // Twenty searches of three milliseconds, then twenty of nine.
    const longer = (query: string): RunResult => {
      const made = run('A', 3, query)
      const trials = made.trials.map((trial, index) => ({ ...trial, milliseconds: index < 20 ? 2.99 : 8.99 }))
      return { ...made, trials }
    }
    expect(compareSpeedOfRuns([longer('trials=40')], [run('B', 3)])?.ratio).toBeCloseTo(1, 9)
    expect(compareSpeedOfRuns([longer('trials=40&seed=2')], [run('B', 3)])?.ratio).toBeCloseTo(2, 9)
  })

  const noiseOf = (...ends: [number[], number[]][]) =>
    compareSpeedOfRuns(
      ends.map((both) => run('A', 3, 'trials=20', both)),
      [run('B', 2)],
    )?.noise

  it('the noise of runs is what the calibration typically changed from start to end, up or down', () => {
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
})

describe('the speed of two that took turns', () => {
  const run = runOf('trials=1')

  /** Trials of these times, less the hundredth of a millisecond that every block gets. */
  const trialsOf = (blocks: readonly (readonly [block: number | null, milliseconds: number])[]): Trial[] =>
    blocks.map(([block, milliseconds]) => trialOf({ block, milliseconds: milliseconds - 0.01 }))

  const upTo = (count: number, milliseconds: number) =>
    trialsOf(Array.from({ length: count }, (_, block) => [block, milliseconds] as const))

  function turns(left: Trial[], right: Trial[], between: Calibration['between'] = []): RunResult {
    const others = [{ trials: right, summary: run.summary }]
    return { ...run, trials: left, others, conditions: calibrated({ between }) }
  }

  /** A slice of calibration after a turn. */
  const slice = (after: number, block: number | null, attemptsPerSecond: number) => ({
    at: 0,
    attemptsPerSecond,
    after,
    block,
  })

  it('configurations in turns are compared by the ratio of their times over eight A B B A or more', () => {
    expect(compareSpeedOfConfigurations(turns(upTo(16, 3), upTo(16, 2)), 1)).toEqual({
      method: 'turns',
      ratio: expect.closeTo(1.5, 9),
      interval: [expect.closeTo(1.5, 9), expect.closeTo(1.5, 9)],
      noise: null,
      faster: 'right',
    })
  })

  it('configurations in turns are not judged by fewer than eight A B B A', () => {
    const few = { method: 'few', interval: null, noise: null, faster: null }
    expect(compareSpeedOfConfigurations(turns(upTo(15, 3), upTo(15, 2)), 1)).toEqual({
      ...few,
      ratio: expect.closeTo(1.5, 9),
    })
    expect(compareSpeedOfConfigurations(turns([], []), 1)).toEqual({ ...few, ratio: 1 })
    expect(compareSpeedOfConfigurations(turns(upTo(16, 3), upTo(16, 2)), 2)).toEqual({ ...few, ratio: 1 })
  })

  it('the times of a block are added up, and a block that one configuration lacks is left out', () => {
    const left = [...upTo(4, 2), ...trialsOf([[0, 4.01]]), ...trialsOf([[null, 500]])]
    // 6, 2 and 2, 2 against 1, 1 and nothing.
    const right = [...upTo(3, 1), ...trialsOf([[null, 1]])]
    expect(compareSpeedOfConfigurations(turns(left, right), 1).ratio).toBeCloseTo(Math.sqrt(6 * 2), 9)
  })

  const noiseOf = (between: Calibration['between']) =>
    compareSpeedOfConfigurations(turns(upTo(16, 3), upTo(16, 2), between), 1)

  it('the noise of turns is how far the same calibration differs after either, whichever is slower', () => {
    const after = (one: number, other: number) =>
      [0, 1].flatMap((block) => [slice(0, block, one), slice(1, block, other)])
    expect(noiseOf(after(100, 125)).noise).toBeCloseTo(1.25, 9)
    expect(noiseOf(after(125, 100)).noise).toBeCloseTo(1.25, 9)
    expect(noiseOf(after(100, 125)).faster).toBe('right')
    expect(noiseOf(after(100, 160)).faster).toBeNull()
  })
})

const namesOf = (query: string) =>
  configurationNames(readSettingsLink(new URLSearchParams(query), 4).settings)

it('configurationNames calls configurations by what they differ in', () => {
  expect(namesOf('against=engine:javascript')).toEqual(['自動（チェックと同じ）', 'JavaScript（ワーカー）'])
  expect(namesOf('lanes=2&against=lanes:1')).toEqual(['ワーカー数2', 'ワーカー数1'])
  expect(namesOf('against=pool:cold,range:512')).toEqual([
    '準備してから測る・範囲8,192',
    '毎回、起動から測る・範囲512',
  ])
})

describe('runName', () => {
  const run = runOf('trials=1200&lanes=2&engine=rolled')

  it('an engine is called by what it does, and by its own name if the page has no text for it', () => {
    expect(engineText('javascript')).toBe('JavaScript（ワーカー）')
    expect(engineText('altcha-lib')).toBe('altcha-lib')
    expect(engineText('constructor')).toBe('constructor')
  })

  it('a run is called by its label or else its engine beside another one', () => {
    expect(shortRunName(on(run, { label: 'Pixel 8' }))).toBe('Pixel 8')
    expect(shortRunName(run)).toBe('WASM SIMD（ループ）')
  })

  it('a run is one line: device, time, and what was measured, with the trials that it has', () => {
    const stopped = { ...on(run, { label: 'Pixel 8' }), trials: run.trials.slice(0, 60) }
    expect(runName(stopped)).toMatch(
      /^Pixel 8・(?:\d{4}年)?\d{1,2}月\d{1,2}日 \d{1,2}:\d\d・WASM SIMD（ループ）・難易度4・ワーカー数2・60回$/,
    )
    const browser = { name: 'Firefox', version: '153.0' }
    expect(runName(on(run, { browser }))).toMatch(/^Firefox・/)
    expect(runName(run)).toMatch(/^名前のない端末・/)
  })
})
