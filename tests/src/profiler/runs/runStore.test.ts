import { IDBFactory } from 'fake-indexeddb'
import '../../lib/fakeIndexedDB.ts'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readRunFile, readRunFiles } from '../../../../src/profiler/runs/readRunFile.ts'
import { loadRuns, removeRun, saveRun } from '../../../../src/profiler/runs/runStore.ts'
import { runToCsv } from '../../../../src/profiler/runs/runs.ts'
import { on, runOf, trialOf } from './runOf.ts'

describe('runStore', () => {
  const result = runOf('trials=1')
  const run = (number: number, imported: boolean) => ({
    id: String(number).padStart(5, '0'),
    imported,
    result,
  })

  beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()))

  it('stored runs are loaded newest first, own and imported ones together, without damaged ones', async () => {
    for (const number of [3, 1, 4, 2]) await saveRun(run(number, number % 2 === 0))
    const database = await openDB('pow')
    await database.put('runs', { id: '00009', imported: false, result: {} })
    database.close()
    expect((await loadRuns()).map(({ id, imported }) => [id, imported])).toEqual([
      ['00004', true],
      ['00003', false],
      ['00002', true],
      ['00001', false],
    ])
    for (const number of [3, 4]) await removeRun(run(number, false).id)
    expect((await loadRuns()).map(({ id }) => id)).toEqual(['00002', '00001'])
  })

  it('the figures of a stored run are computed from its trials, whatever is stored beside them', async () => {
    const sample = runOf('trials=60')
    const boast = { ...sample, summary: { ...sample.summary, wrong: 7, milliseconds: null } }
    await saveRun(run(1, false))
    const database = await openDB('pow')
    await database.put('runs', { ...run(1, false), result: boast })
    const [loaded] = await loadRuns()
    expect(loaded?.result).toEqual(sample)
    await saveRun(run(2, true))
    const { startup, scaling, busy, longTasks } = result.summary
    expect((await database.get('imports', '00002')).result).toEqual({
      ...result,
      summary: { startup, scaling, busy, longTasks },
    })
    database.close()
  })

  it('beyond 30 own and 200 imported runs the oldest of each kind are removed', async () => {
    for (let number = 0; number < 40; number++) await saveRun(run(number, false))
    for (let number = 100; number < 310; number++) await saveRun(run(number, true))
    const kept = await loadRuns()
    const ids = (imported: boolean) => kept.filter((one) => one.imported === imported).map(({ id }) => id)
    expect(ids(false)).toHaveLength(30)
    expect(ids(false).at(-1)).toBe('00010')
    expect(ids(true)).toHaveLength(200)
    expect(ids(true).at(-1)).toBe('00110')
    await removeRun('00309')
    expect(await loadRuns()).toHaveLength(229)
  })
})

const run = runOf('trials=60&difficulty=3')
const fileOf = (value: unknown) => new Blob([JSON.stringify(value)])

describe('a file of runs', () => {
  it('the figures of a file of runs are computed again, whatever the file says', async () => {
    const boast = { ...run, summary: { ...run.summary, attempts: null, wrong: 7 } }
    expect(await readRunFile(fileOf(boast))).toEqual({ results: [run] })
  })

  it('a file of runs that is larger than forty million bytes is refused', async () => {
    const sized = (size: number) => Object.defineProperty(fileOf(run), 'size', { value: size })
    expect(await readRunFile(sized(40_000_000))).toEqual({ results: [run] })
    expect(await readRunFile(sized(40_000_001))).toEqual({ field: null })
  })

  it.each([
    ['trials.0.milliseconds', { ...run, trials: [trialOf({ milliseconds: 1e20 })] }],
    ['compared.1.version', { version: 1, compared: [run, { ...run, version: 9 }] }],
    ['version', { ...run, version: 2 }],
    ['version', {}],
  ])(
    'a file of runs with an impossible value is refused with the name of the value: %s',
    async (field, value) => {
      expect(await readRunFile(fileOf(value))).toEqual({ field })
    },
  )

  it('a file without a run is refused without naming a value', async () => {
    for (const text of ['no JSON', '7', 'null'])
      expect(await readRunFile(new Blob([text]))).toEqual({ field: null })
  })
})

describe('several files of runs', () => {
  const labels = async (...files: File[]) => {
    const read: string[] = []
    const progress: string[] = []
    const { parts } = await readRunFiles(
      files,
      (results) => read.push(...results.map(({ environment }) => environment.label)) < 100,
      ({ done, all }) => progress.push(`${done}/${all}`),
    )
    return { read, parts, last: progress.at(-1) }
  }
  const labelled = (...labels: string[]) => labels.map((label) => on(run, { label }))
  const linesOf = (runs: unknown[]) => runs.map((one) => JSON.stringify(one)).join('\n')

  it.each([
    ['a text file with one run a line', 'results.ndjson.txt', linesOf(labelled('A', 'B'))],
    ['a JSON file with one run a line', 'results.json', linesOf(labelled('A', 'B'))],
    ['a list of runs', 'results.json', JSON.stringify(labelled('A', 'B'), null, 2)],
  ])('a file of runs may be %s', async (_, name, content) => {
    expect(await labels(new File([content], name))).toMatchObject({ read: ['A', 'B'], parts: [] })
  })

  it('all files of a choice are read, and files and lines without a run are named', async () => {
    const lines = new File([`${linesOf([...labelled('A', 'B'), { nothing: 1 }])}\n\n`], 'all.ndjson')
    const both = new File([JSON.stringify({ version: 1, compared: labelled('C', 'D') })], 'both.json')
    const { read, parts, last } = await labels(lines, both, new File(['x'], 'x.json'))
    expect(read).toEqual(['A', 'B', 'D', 'C'])
    expect(parts).toEqual([
      { name: 'all.ndjson の 3 行目', field: expect.any(String) },
      { name: 'x.json', field: null },
    ])
    expect(last).toBe('5/5')
  })
})

const found = trialOf({
  index: 7,
  startedAt: 12.5,
  attempts: 130,
  milliseconds: 3.5,
  counter: 129,
  range: { from: 128, count: 64 },
  firstRange: 0.75,
  work: [
    [64, 1.5],
    [128, 2.25],
  ],
  block: 3,
  steal: 0.25,
})
const gaveUp = {
  ...found,
  counter: null,
  range: null,
  firstRange: null,
  verified: null,
  work: [],
  block: null,
  steal: null,
}

it('the CSV of a run has one line per trial of every configuration, with empty cells for unknown values', () => {
  const run = runOf('trials=1')
  const { summary } = run
  const csv = runToCsv({
    ...run,
    trials: [found, gaveUp],
    others: [
      { trials: [{ ...found, verified: false }], summary },
      { trials: [gaveUp], summary },
    ],
  })
  expect(csv.split('\r\n')).toEqual([
    'trial,started_at_ms,attempts,milliseconds,lanes,counter,range_from,range_count,first_range_ms,verified,searched_attempts,searched_lane_ms,configuration,block,steal',
    '7,12.5,130,3.5,2,129,128,64,0.75,true,192,3.75,0,3,0.25',
    '7,12.5,130,3.5,2,,,,,,0,0,0,,',
    '7,12.5,130,3.5,2,129,128,64,0.75,false,192,3.75,1,3,0.25',
    '7,12.5,130,3.5,2,,,,,,0,0,2,,',
    '',
  ])
})
