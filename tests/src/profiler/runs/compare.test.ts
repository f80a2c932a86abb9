import { describe, expect, it } from 'vitest'
import type { Result, Trial } from '../../../../src/profiler/model/runResult.ts'
import { settingsFrom } from '../../../../src/profiler/model/settings.ts'
import { compare } from '../../../../src/profiler/runs/compare.ts'
import { random } from '../../../../src/profiler/stats/random.ts'
import { summarise } from '../../../../src/profiler/summary/summarise.ts'

/** A run whose searches take what a seeded exponential clock says, times `factor`, with some noise of its own. */
function runOf(query: string, factor: number, noise: number): Result {
  const settings = settingsFrom(new URLSearchParams(query), 2)
  const luck = random(settings.seed)
  const own = random(noise)
  const trials = Array.from({ length: settings.trials }, (_, index): Trial => {
    const attempts = Math.ceil(-Math.log(1 - luck()) * 65_536)
    const milliseconds = (attempts / 10_000) * factor * (0.9 + 0.2 * own())
    const range = { from: attempts - (attempts % settings.range), count: settings.range }
    return {
      index,
      startedAt: index * 10,
      attempts,
      milliseconds,
      lanes: 2,
      counter: attempts - 1,
      range,
      firstRange: null,
      verified: true,
      work: [],
    }
  })
  const startup = { pool: null, worker: null, compile: null, engine: null }
  const environment = {
    label: '',
    date: '2026-01-01T00:00:00.000Z',
    runtime: 'node',
    browser: null,
    userAgent: '',
    platform: '',
    cpu: null,
    cores: 2,
    memory: null,
    clockResolution: 0.1,
    crossOriginIsolated: false,
    versions: {},
  } as const
  const summary = summarise(settings, trials, { startup, scaling: [], busy: false, longTasks: null })
  return { version: 1, settings, environment, trials, summary }
}

describe('comparing two runs', () => {
  it('finds five per cent with a hundred common keys, which no luck can hide', () => {
    const { speed, same } = compare(runOf('trials=100', 1.05, 1), runOf('trials=100', 1, 2))
    expect(speed).toMatchObject({ faster: 'right', significant: true })
    expect(speed?.times).toBeCloseTo(1.05, 1)
    expect(same).toEqual({ compared: 100, equal: 100 })
  })

  it('does not take luck for speed where the keys differ', () => {
    const { speed, same } = compare(runOf('trials=100&seed=3', 1.05, 1), runOf('trials=100&seed=4', 1, 2))
    expect(speed?.significant).toBe(false)
    expect(same).toBeNull()
  })

  it('finds one that is twice as fast with other keys, too, whichever side it is on', () => {
    const [slow, fast] = [runOf('trials=400&seed=3', 2, 1), runOf('trials=400&seed=4', 1, 2)]
    expect(compare(slow, fast).speed).toMatchObject({ faster: 'right', significant: true })
    expect(compare(fast, slow).speed).toMatchObject({ faster: 'left', significant: true })
    expect(compare(fast, slow).speed?.times).toBeGreaterThan(1.5)
  })

  it('calls equal runs equal', () => {
    const run = runOf('trials=100', 1, 1)
    expect(compare(run, run).speed).toMatchObject({ times: 1, significant: false })
  })

  it('compares no times of different difficulties', () => {
    expect(compare(runOf('trials=60', 1, 1), runOf('trials=60&difficulty=3', 1, 1)).speed).toBeNull()
  })
})
