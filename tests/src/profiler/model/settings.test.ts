import { assert, integer, property, record, string } from 'fast-check'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  estimateSeconds,
  remainingSeconds,
  startsWithoutAsking,
} from '../../../../src/profiler/model/estimate.ts'
import {
  formatFigure,
  formatLikelihood,
  formatRatio,
  formatShort,
  formatWhole,
} from '../../../../src/profiler/model/format.ts'
import type { RunResult } from '../../../../src/profiler/model/result.ts'
import {
  SETTING_LIMITS,
  RunSettings,
  correctedSettingsLink,
  defaultRangeSize,
  uniformDrawOfTrial,
  createSearchKey,
  runLabelFrom,
  settingsToQuery,
  readSettingsLink,
  planTrialRanges,
} from '../../../../src/profiler/model/settings.ts'
import { runOf, trialOf } from '../runs/runOf.ts'

// Of another implementation of the generator.
it('the same settings give the same keys on every device and in every version', () => {
  expect(createSearchKey({ seed: 1, keyLength: 48 }, 0)).toBe(
    '9ZCIdnjPAiTz75BmkjHRU9oQ5cV8OrnfnzurDIGnH0lloZtV',
  )
  expect(createSearchKey({ seed: 4_294_967_295, keyLength: 12 }, 9_999)).toBe('mJgehpKRf0ba')
})

it('each trial has a random number of its own for its place within a range', () => {
  expect(uniformDrawOfTrial({ seed: 1 }, 0)).toBe(0.06043598707765341)
  expect(uniformDrawOfTrial({ seed: 7 }, 3)).toBe(0.12821109406650066)
})

const from = (query: string, cores = 4) => readSettingsLink(new URLSearchParams(query), cores).settings

describe('the settings of a link', () => {
  it('a link without parameters gets a default for every setting', () => {
    expect(from('')).toEqual({
      difficulty: 4,
      trials: 1_000,
      lanes: 4,
      engine: 'auto',
      keyLength: 48,
      pool: 'warm',
      range: 8_192,
      seed: 1,
      against: [],
    })
  })

  it('a link with every parameter is read completely', () => {
    const link = 'difficulty=3&trials=2000&lanes=2&engine=subtle&keyLength=36&pool=cold&range=1024&seed=7'
    expect(settingsToQuery(from(link)).toString()).toBe(link)
  })

  it('the range follows the difficulty unless a link gives one', () => {
    expect(from('difficulty=3').range).toBe(512)
    expect(from('difficulty=3&range=2048').range).toBe(2_048)
    expect([0, 1, 2, 3, 4, 5, 6].map(defaultRangeSize)).toEqual([64, 64, 64, 512, 8_192, 16_384, 16_384])
  })

  it('configurations that take turns are read, and written by what differs', () => {
    const link =
      'difficulty=3&lanes=2&against=engine:javascript,lanes:1&against=same&against=pool:cold,range:1024'
    const read = from(link)
    const own = { engine: 'auto', lanes: 2, pool: 'warm', range: 512 }
    expect(read.against).toEqual([
      { ...own, engine: 'javascript', lanes: 1 },
      own,
      { ...own, pool: 'cold', range: 1_024 },
    ])
    const written = settingsToQuery(read)
    expect(written.getAll('against')).toEqual(['engine:javascript,lanes:1', 'same', 'pool:cold,range:1024'])
    expect(readSettingsLink(written, 4).settings).toEqual(read)
  })

  it('settings contain seconds at full load only if a link asks for them', () => {
    expect(from('sustain=300').sustain).toBe(300)
    expect(from('sustain=0')).not.toHaveProperty('sustain')
    expect(settingsToQuery(from('sustain=300')).get('sustain')).toBe('300')
  })

  it('settings read from an address always fit the schema, whatever the address contains', () => {
    const names = [...Object.keys(SETTING_LIMITS), 'engine', 'pool', 'against', 'unmet']
    const query = record(Object.fromEntries(names.map((name) => [name, string()])))
    assert(
      property(query, integer({ min: 1, max: 256 }), (entries, cores) => {
        const settings = readSettingsLink(new URLSearchParams(entries), cores).settings
        expect(parse(RunSettings, settings)).toEqual(settings)
      }),
    )
  })
})

const labelIn = (label: string) => runLabelFrom(new URLSearchParams({ label }))

it('the label is read from the address without surrounding blanks, up to sixty characters', () => {
  expect(labelIn('  Pixel 8 ')).toBe('Pixel 8')
  expect(labelIn('x'.repeat(61))).toBe('x'.repeat(60))
  expect(runLabelFrom(new URLSearchParams())).toBe('')
})

describe('what a link asks for in vain', () => {
  const adjustedIn = (query: string, cores = 2) => readSettingsLink(new URLSearchParams(query), cores).unmet

  it.each([
    ['lanes=4', 'lanes', '4', '2'],
    ['lanes=4&engine=page', 'lanes', '4', '1'],
    ['trials=0', 'trials', '0', '1'],
    ['trials=1e4', 'trials', '1e4', '1000'],
    ['seed=9999999999', 'seed', '9999999999', '4294967295'],
    ['pool=lukewarm', 'pool', 'lukewarm', 'warm'],
    ['against=lanes:8', 'against', 'lanes:8', null],
    ['against=engine:page,lanes:2', 'against', 'engine:page,lanes:2', null],
    ['against=speed:9', 'against', 'speed:9', null],
    ['against=range:1e3', 'against', 'range:1e3', null],
    ['against=same&against=same&against=same&against=pool:cold', 'against', 'pool:cold', null],
    ['trails=500', 'trails', '500', null],
  ])('a parameter that could not be used is reported: %s', (query, name, asked, given) => {
    expect(adjustedIn(query)).toEqual([{ name, asked, given }])
  })

  it('an engine that the device lacks is reported', () => {
    const query = new URLSearchParams('engine=subtle&against=engine:rolled&against=engine:javascript')
    const { settings, unmet } = readSettingsLink(query, 2, ['auto', 'javascript', 'page'])
    expect(settings.engine).toBe('auto')
    expect(settings.against).toMatchObject([{ engine: 'javascript' }])
    expect(unmet).toEqual([
      { name: 'engine', asked: 'subtle', given: 'auto' },
      { name: 'against', asked: 'engine:rolled', given: null },
    ])
  })

  it('nothing is reported if the device can do all that the link asks for', () => {
    const link =
      'difficulty=3&trials=200&lanes=2&engine=rolled&keyLength=48&pool=cold&range=512&seed=0&label=a&autostart=1&format=json&against=same'
    expect(adjustedIn(link)).toEqual([])
    expect(
      correctedSettingsLink(new URLSearchParams(link), readSettingsLink(new URLSearchParams(link), 2)),
    ).toBeNull()
  })

  it('a corrected address keeps what could not be used, and opening it reports that again', () => {
    const asked = new URLSearchParams('lanes=4&trails=5&against=lanes:9&against=same&label=a')
    const corrected = correctedSettingsLink(asked, readSettingsLink(asked, 2))
    if (!corrected) throw new Error('Nothing was corrected')
    expect(corrected.get('lanes')).toBe('2')
    expect(corrected.has('trails')).toBe(false)
    expect(corrected.getAll('against')).toEqual(['same'])
    expect(corrected.get('label')).toBe('a')
    expect(readSettingsLink(corrected, 2)).toEqual(readSettingsLink(asked, 2))
    expect(correctedSettingsLink(corrected, readSettingsLink(corrected, 2))).toBeNull()
  })

  it('a corrected address is believed only if it gives the name and the original value', () => {
    expect(adjustedIn('unmet=lanes:4')).toEqual([{ name: 'lanes', asked: '4', given: '2' }])
    expect(adjustedIn('unmet=lanes:')).toEqual([{ name: 'lanes', asked: '', given: '2' }])
    expect(adjustedIn('unmet=sustain:9999&sustain=60')).toEqual([
      { name: 'sustain', asked: '9999', given: '60' },
    ])
    expect(adjustedIn('unmet=toString:4')).toEqual([{ name: 'toString', asked: '4', given: null }])
    const [longest, longer] = ['x'.repeat(100), 'x'.repeat(101)]
    expect(adjustedIn(`unmet=${longest}:${longest}`)).toEqual([
      { name: longest, asked: longest, given: null },
    ])
    for (const odd of ['', 'lanes', ':4', `${longer}:4`, `lanes:${longer}`]) {
      expect(adjustedIn(`unmet=${odd}`)).toEqual([])
    }
  })

  it('at most twenty unusable parameters are reported, each shortened, however long the address is', () => {
    const many = new URLSearchParams(Array.from({ length: 50 }, (_, index) => [`n${index}`, 'x'.repeat(999)]))
    const unmet = readSettingsLink(many, 2).unmet
    expect(unmet).toHaveLength(20)
    expect(unmet.every(({ asked }) => asked.length === 100)).toBe(true)
    const [cut] = readSettingsLink(new URLSearchParams([['n'.repeat(999), 'x']]), 2).unmet
    expect(cut).toEqual({ name: 'n'.repeat(100), asked: 'x', given: null })
  })
})

/** A B B A and so on. */
const namesOf = (trials: number, configurations: number) =>
  planTrialRanges(trials, configurations)
    .map(({ configuration }) => 'ABCD'.charAt(configuration))
    .join('')

describe('the turns of a run', () => {
  it('a run with one configuration has one turn', () => {
    expect(planTrialRanges(1_000, 1)).toEqual([{ configuration: 0, block: null, from: 0, to: 1_000 }])
  })

  it('configurations change their order with every block, and each searches every block', () => {
    expect(planTrialRanges(2, 2)).toEqual([
      { configuration: 0, block: 0, from: 0, to: 1 },
      { configuration: 1, block: 0, from: 0, to: 1 },
      { configuration: 1, block: 1, from: 1, to: 2 },
      { configuration: 0, block: 1, from: 1, to: 2 },
    ])
    expect(namesOf(3, 3)).toBe('ABCCBAABC')
  })

  it('turns are made of a hundred blocks, or of one key each if there are fewer keys', () => {
    const thousand = planTrialRanges(1_000, 2)
    expect(thousand).toHaveLength(200)
    expect(thousand.at(-1)).toEqual({ configuration: 0, block: 99, from: 990, to: 1_000 })
    expect(planTrialRanges(40, 2)).toHaveLength(80)
  })
})

const settings = readSettingsLink(new URLSearchParams('difficulty=4&trials=1000&lanes=2'), 2).settings

describe('the seconds of a run', () => {
  const of = (query: string, known: RunResult | null = null) =>
    estimateSeconds(readSettingsLink(new URLSearchParams(query), 4).settings, known)
  /** A run of two workers that searched so many attempts a second. */
  const knownRun = (all: number | null): RunResult => {
    const run = runOf('trials=1&lanes=2')
    return {
      ...run,
      summary: { ...run.summary, attemptsPerSecond: { ...run.summary.attemptsPerSecond, all } },
    }
  }

  it('the estimated time of a run is the start, the scaling of every worker, and every trial with its overhead', () => {
    // 65,536 attempts at sixteen million a second and a millisecond beside, a thousand times.
    expect(of('lanes=2')).toBeCloseTo(1 + 0.6 + 5.096, 9)
    expect(of('lanes=1&engine=javascript')).toBeCloseTo(1 + 0.3 + 66.536, 9)
    expect(of('lanes=2&pool=cold')).toBeCloseTo(1 + 0.6 + 65.096, 9)
  })

  it('the estimated time uses the rate of a worker in an earlier run of the same engine', () => {
    expect(of('lanes=1&trials=100', knownRun(4e6))).toBeCloseTo(1 + 0.3 + 3.3768, 9)
    expect(of('lanes=1&trials=100', knownRun(null))).toBe(of('lanes=1&trials=100'))
    expect(of('lanes=1&trials=100&engine=javascript', knownRun(4e6))).toBe(
      of('lanes=1&trials=100&engine=javascript'),
    )
  })
})

it('the time that a run has left follows its trials without its pauses, and is not shown during the first few', () => {
  const trials = Array.from({ length: 100 }, (_, index) =>
    trialOf({ startedAt: index * 10 + (index > 50 ? 60_000 : 0) }),
  )
  expect(remainingSeconds(settings, trials.slice(0, 4))).toBeNull()
  expect(remainingSeconds(settings, trials)).toBeCloseTo(9.6, 5)
})

it('a link starts a run of seconds by itself, and asks before one of minutes', () => {
  const starts = (query: string) =>
    startsWithoutAsking(readSettingsLink(new URLSearchParams(query), 8).settings)
  expect(starts('')).toBe(true)
  expect(starts('difficulty=5&trials=1000&lanes=1')).toBe(false)
  expect(starts('difficulty=2&trials=60&sustain=300')).toBe(false)
})

describe('a figure', () => {
  it('a figure has three significant digits, and all digits before the point', () => {
    expect([0.04123, 3.2149, 99.94, 100.4, 1_234.5].map(formatFigure)).toEqual([
      '0.0412',
      '3.21',
      '99.9',
      '100',
      '1,235',
    ])
    expect([-3.2149, -1_234.4].map(formatFigure)).toEqual(['-3.21', '-1,234'])
  })

  it('a figure can be written whole, with two decimals, or short', () => {
    expect(formatWhole(19_900_000.4)).toBe('19,900,000')
    expect([1, 1.036].map(formatRatio)).toEqual(['1.00', '1.04'])
    expect(formatShort(19_900_000)).toBe('1990万')
  })
})

it('a probability below one in ten thousand is written as smaller than that', () => {
  expect([0.3214, 0.0001, 0.00009999, 0].map(formatLikelihood)).toEqual([
    '= 0.321',
    '= 0.0001',
    '< 0.0001',
    '< 0.0001',
  ])
})
