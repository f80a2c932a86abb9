import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../src/profiler/model/result.ts'
import { readRunFile } from '../../../../src/profiler/runs/readRunFile.ts'
import { runOf } from './runOf.ts'

const run = runOf('trials=60&difficulty=3', 1, 1)
const fileOf = (value: unknown) => new Blob([JSON.stringify(value)])

/** The run with one trial changed. */
const withTrial = (changes: object): Result => ({
  ...run,
  trials: run.trials.map((trial, index) => Object.assign({}, trial, index === 3 && changes)),
})

describe('a file of runs', () => {
  it('is read with its figures computed anew, whatever it says of them', async () => {
    const boast = { ...run, summary: { ...run.summary, attempts: null, wrong: 7 } }
    expect(await readRunFile(fileOf(boast))).toEqual({ results: [run] })
  })

  it('of two compared runs gives the one that had been shown last', async () => {
    const other = { ...run, environment: { ...run.environment, label: 'other' } }
    const read = await readRunFile(fileOf({ version: 1, compared: [run, other] }))
    expect('results' in read && read.results.map(({ environment }) => environment.label)).toEqual([
      'other',
      '',
    ])
  })

  it('of an older version is read, and gets the figures of this one', async () => {
    const older = readFileSync(join(import.meta.dirname, '../model/olderResult.json'))
    const read = await readRunFile(new Blob([older]))
    const [result] = 'results' in read ? read.results : []
    expect(result?.environment.label).toBe('前の版')
    expect(result?.summary.milliseconds?.p95).toBeGreaterThan(0)
  })

  it('of several configurations is read with the figures of each computed by its own settings', async () => {
    const turns = runOf('trials=60&difficulty=3&against=range:16384', 1, 1)
    const others = [{ trials: run.trials, summary: { ...run.summary, attempts: null } }]
    const read = await readRunFile(fileOf({ ...turns, others }))
    const [result] = 'results' in read ? read.results : []
    expect(result?.others[0]?.trials).toEqual(run.trials)
    expect(result?.others[0]?.summary.attempts).toEqual(run.summary.attempts)
    const [own, other] = [result?.summary, result?.others[0]?.summary].map(
      (summary) => summary?.agreement.detects,
    )
    expect(own).toBeGreaterThan(other ?? 0)
  })

  it('is refused where it is larger than forty million bytes, whatever it holds', async () => {
    const sized = (size: number) => Object.defineProperty(fileOf(run), 'size', { value: size })
    expect(await readRunFile(sized(40_000_000))).toEqual({ results: [run] })
    expect(await readRunFile(sized(40_000_001))).toEqual({ field: null })
  })

  it.each([
    ['trials.3.milliseconds', withTrial({ milliseconds: 1e20 })],
    ['trials.3.milliseconds', withTrial({ milliseconds: -1 })],
    ['trials.3.attempts', withTrial({ attempts: 10_000_001 })],
    ['trials.3.lanes', withTrial({ lanes: 65 })],
    ['environment.cores', { ...run, environment: { ...run.environment, cores: 1e9 } }],
    ['environment.memory', { ...run, environment: { ...run.environment, memory: 1e9 } }],
    [
      'summary.scaling.0.attemptsPerSecond',
      { ...run, summary: { ...run.summary, scaling: [{ lanes: 1, attemptsPerSecond: 1e300 }] } },
    ],
    ['settings.trials', { ...run, settings: { ...run.settings, trials: 0 } }],
    ['compared.1.version', { version: 1, compared: [run, { ...run, version: 9 }] }],
    ['version', { ...run, version: 2 }],
    ['version', {}],
  ])('is refused with the name of what is out of all reason: %s', async (field, value) => {
    expect(await readRunFile(fileOf(value))).toEqual({ field })
  })

  it.each(['no JSON', '7', 'null'])(
    'is refused without a name where it holds no run at all: %s',
    async (text) => {
      expect(await readRunFile(new Blob([text]))).toEqual({ field: null })
    },
  )
})
