import { toJsonSchema } from '@valibot/to-json-schema'
import { parse } from 'valibot'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DIFFICULTY_MAX } from '../../../../contract/challenge.ts'
import { RunResult } from '../../../../src/profiler/model/result.ts'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import type { RunSettings } from '../../../../src/profiler/model/settings.ts'
import { readEnvironment } from '../../../../src/profiler/run/device.ts'
import { runProfile } from '../../../../src/profiler/run/profile.ts'
import type { TrialWorker } from '../../../../src/profiler/run/trials.ts'
import { createRunResult } from '../../../../src/profiler/summary/summarise.ts'
import { UNMEASURED } from '../../../statistics/simulateRun.ts'
import { runTrials, verify, worker } from '../run/searchWorkers.ts'
import { runOf } from '../runs/runOf.ts'

const { environment } = runOf('trials=1')

function settingsWith(changes: Partial<RunSettings>): RunSettings {
  return {
    difficulty: 1,
    trials: 60,
    lanes: 2,
    engine: 'test',
    keyLength: 20,
    pool: 'warm',
    range: 64,
    seed: 3,
    against: [],
    ...changes,
  }
}

const options = { verify, signal: new AbortController().signal } as const
describe('a result', () => {
  it('a result contains the seconds at full load that its settings ask for', async () => {
    const { signal } = options
    const settings = settingsWith({ trials: 2, sustain: 1 })
    const measured = await runProfile(settings, { verify, signal, open: async () => worker() })
    const made = createRunResult({ settings, environment, unmet: [], profile: measured })
    expect(made.sustained).toMatchObject({ seconds: 1, step: 1_000 })
    expect(made.sustained?.lanes.map(({ length }) => length)).toEqual([1, 1])
    expect(made.sustained?.lanes.flat().every((rate) => rate > 0)).toBe(true)
    expect(parse(RunResult, JSON.parse(JSON.stringify(made)))).toEqual(made)
  })

  it('a result of searches that find something at once, written to a file, is read back unchanged', async () => {
    const settings = settingsWith({ difficulty: 0 })
    const trials = await runTrials(settings, { ...options, open: async () => worker() }, [worker(), worker()])
    const profile = { parts: [{ trials, measures: UNMEASURED }], conditions: null }
    const made = createRunResult({ settings, environment, unmet: [], profile })
    expect(parse(RunResult, JSON.parse(JSON.stringify(made)))).toEqual(made)
  })

  it('a stopped run keeps its trials, and a run stopped before its first trial is an error', async () => {
    const stop = new AbortController()
    const settings = settingsWith({})
    const stopping = { ...options, signal: stop.signal, open: async () => worker() }
    const between = async (trials: readonly Trial[]) => void (trials.length === 3 && stop.abort())
    expect((await runProfile(settings, { ...stopping, between })).parts[0]?.trials).toHaveLength(3)
    await expect(runProfile(settings, stopping)).rejects.toThrow('aborted')
  })

  it('a result contains every configuration, which searched the same keys in turns', async () => {
    const own = { engine: 'test', pool: 'warm', range: 64 } as const
    const settings = settingsWith({ trials: 80, against: [{ ...own, lanes: 1 }] })
    const measured = await runProfile(settings, { ...options, open: async () => worker() })
    const made = createRunResult({ settings, environment, unmet: [], profile: measured })
    expect(parse(RunResult, JSON.parse(JSON.stringify(made)))).toEqual(made)
    const [other] = made.others
    expect(other?.trials.map(({ index, range }) => [index, range])).toEqual(
      made.trials.map(({ index, range }) => [index, range]),
    )
    const inOrder = [...made.trials, ...(other?.trials ?? [])].sort((a, b) => a.startedAt - b.startedAt)
    expect(inOrder.map(({ lanes }) => lanes).join('')).toBe('2112'.repeat(40))
    expect(made.conditions?.calibration?.between.length).toBeGreaterThanOrEqual(160)
  })

  it('the calibration between turns uses workers of its own', async () => {
    const asked: { id: number; calibrates: boolean }[] = []
    let opened = 0
    const open = async () => {
      const { search, close } = worker()
      const id = opened++
      const recorded: TrialWorker['search'] = (request) => {
        asked.push({ id, calibrates: request.difficulty === DIFFICULTY_MAX })
        return search(request)
      }
      return { search: recorded, close }
    }
    const own = { engine: 'test', pool: 'warm', range: 64, lanes: 2 } as const
    await runProfile(settingsWith({ trials: 20, against: [own] }), { ...options, open })
    const searches = asked.filter(({ calibrates }) => !calibrates)
    const between = asked.slice(
      asked.findIndex(({ calibrates }) => !calibrates),
      asked.findLastIndex(({ calibrates }) => !calibrates),
    )
    const calibrating = new Set(between.filter(({ calibrates }) => calibrates).map(({ id }) => id))
    expect([...calibrating].sort()).toEqual([4, 5])
    expect(new Set(searches.map(({ id }) => id))).toEqual(new Set([0, 1, 2, 3]))
  })
})

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    'Chrome',
    '156.0.0.0',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    '18.1',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.1.0',
    'Edge',
    '156.0.1.0',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox', '153.0'],
  [
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A536B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    '27.0',
  ],
])('the browser is recognised from the user agent %s', (userAgent, name, version) => {
  vi.stubGlobal('navigator', { userAgent })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(readEnvironment('').browser).toEqual({ name, version })
})

it('the published JSON Schema is that of the result format (vitest -u writes it again)', async () => {
  // Whether a text is a real date is more than JSON Schema's own words can say.
  const schema = toJsonSchema(RunResult, { errorMode: 'ignore' })
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    '../../../../docs/pow-result.schema.json',
  )
})
