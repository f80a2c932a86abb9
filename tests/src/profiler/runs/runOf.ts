import type { Result, Trial } from '../../../../src/profiler/model/result.ts'
import { readLink } from '../../../../src/profiler/model/settings.ts'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import { summarise } from '../../../../src/profiler/summary/summarise.ts'

/** A run whose searches take what a seeded exponential clock says, times `factor`, with some noise of its own. */
export function runOf(query: string, factor: number, noise: number): Result {
  const settings = readLink(new URLSearchParams(query), 2).settings
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
      block: null,
      steal: null,
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
    model: null,
    cpu: null,
    cores: 2,
    memory: null,
    clockResolution: 0.1,
    crossOriginIsolated: false,
    versions: {},
  } as const
  const summary = summarise(settings, trials, { startup, scaling: [], busy: false, longTasks: null })
  return { version: 1, settings, environment, unmet: [], conditions: null, trials, summary, others: [] }
}
