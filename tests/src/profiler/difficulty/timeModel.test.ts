import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  difficultyAdvice,
  highestDifficulties,
  intervalText,
  predictSolveTime,
  createTimeModel,
} from '../../../../src/profiler/difficulty/timeModel.ts'
import type { TimeModel } from '../../../../src/profiler/difficulty/timeModel.ts'
import type { RunResult } from '../../../../src/profiler/model/result.ts'
import { readSettingsLink } from '../../../../src/profiler/model/settings.ts'
import { measureWorkerScaling } from '../../../../src/profiler/run/measure.ts'
import { runTrials, simulatedDevice } from '../run/searchWorkers.ts'
import { percentile, sortedNumbers } from '../../../../src/profiler/stats/sample.ts'
import { summariseTrials } from '../../../../src/profiler/summary/summarise.ts'
import { UNMEASURED } from '../../../statistics/simulateRun.ts'
import type { Estimate } from '../../../../src/profiler/stats/intervals.ts'
import { runOf } from '../runs/runOf.ts'

afterEach(() => void vi.restoreAllMocks())

const never = new AbortController().signal

/** A run on a simulated device. */
async function simulatedRun(
  device: Parameters<typeof simulatedDevice>[0],
  query: string,
): Promise<RunResult> {
  const { workers, during } = simulatedDevice(device)
  const settings = readSettingsLink(new URLSearchParams(query), workers.length).settings
  const verify = async () => true
  const open = () => Promise.reject(new Error('The workers are open'))
  const trials = await during(runTrials(settings, { open, verify, signal: never }, workers))
  const [scaling = []] = await during(
    measureWorkerScaling([workers], { key: 'key', clockResolution: 0, signal: never }),
  )
  const summary = summariseTrials(settings, trials, { ...UNMEASURED, scaling })
  return { ...runOf('trials=1'), settings, trials, summary }
}

/** Workers' attempts per millisecond, and what a message costs. `range` takes some 8 milliseconds of the fastest worker, as in a check. */
const DESKTOP = { rates: [9_000, 9_000], message: 0.1, range: 65_536 }

describe('the model of how long searches take', () => {
  it('the time model predicts p95 within 10 %, also at other difficulties than the measured one', async () => {
    const model = createTimeModel(await simulatedRun(DESKTOP, 'difficulty=3&trials=300&seed=1'))
    for (const difficulty of [3, 4]) {
      const query = `difficulty=${difficulty}&trials=1200&seed=2&range=${DESKTOP.range}`
      const { trials } = await simulatedRun(DESKTOP, query)
      const measured = percentile(sortedNumbers(trials.map(({ milliseconds }) => milliseconds)), 0.95)
      const ratio = ((model && predictSolveTime(model, difficulty, 0.95)?.value) ?? 0) / measured
      expect(ratio).toBeGreaterThan(0.9)
      expect(ratio).toBeLessThan(1.1)
    }
  })

  it('the time model adds rate, fixed time and start-up, with the errors of all three', () => {
    const model: TimeModel = {
      rate: { value: 1e6, interval: [8e5, 1.25e6] },
      fixed: { value: 2, interval: [1, 3] },
      startUp: { value: 50, interval: [40, 70] },
    }
    const median = (Math.log(0.5) / Math.log1p(-(16 ** -4)) / 1e6) * 1000
    expect(predictSolveTime(model, 4, 0.5)?.value).toBeCloseTo(median + 2, 6)
    const [low, high] = predictSolveTime(model, 4, 0.5, true)?.interval ?? []
    expect(low).toBeCloseTo(median + 52 - Math.hypot(median * 0.2, 1, 10), 6)
    expect(high).toBeCloseTo(median + 52 + Math.hypot(median * 0.25, 1, 20), 6)
  })

  it('the time model gives no percentile that too many searches without a solution would decide', () => {
    const model: TimeModel = {
      rate: { value: 1e7, interval: null },
      fixed: { value: 0, interval: null },
      startUp: null,
    }
    expect(predictSolveTime(model, 6, 0.4)).not.toBeNull()
    expect(predictSolveTime(model, 6, 0.5)).toBeNull()
    expect(predictSolveTime(model, 5, 0.99)).not.toBeNull()
  })

  it('the start of the workers is measured on keys that cold and warm pools searched in turns', () => {
    const warm = runOf('difficulty=4&trials=100&against=pool:cold')
    const cold = warm.trials.map((trial) => ({
      ...trial,
      milliseconds: trial.milliseconds + 30 + (trial.index % 3),
    }))
    const others = [{ trials: cold, summary: warm.summary }]
    const rated = { ...warm.summary, scaling: [{ lanes: 1, attemptsPerSecond: 1e6, interval: null }] }
    const model = createTimeModel({ ...warm, summary: rated, others })
    expect(model?.startUp?.value).toBeCloseTo(31, 6)
    const summary = { ...rated, startup: { ...rated.startup, pool: 44 } }
    expect(createTimeModel({ ...warm, summary, others: [] })?.startUp).toEqual({ value: 44, interval: null })
    const coldAlone = { ...warm.settings, pool: 'cold' } as const
    expect(createTimeModel({ ...warm, settings: coldAlone, summary })?.startUp).toBeNull()
  })

  it('the fixed cost of a search comes from the fitted line if ranges are short, else from the median', () => {
    const run = runOf('difficulty=4&trials=60')
    const summary: RunResult['summary'] = {
      ...run.summary,
      scaling: [{ lanes: 1, attemptsPerSecond: 1e6, interval: null }],
      fit: { fixed: 9, attemptsPerSecond: 1e6, distance: 0, intervals: null },
      milliseconds: run.summary.milliseconds && { ...run.summary.milliseconds, p50: 60 },
    }
    const fixedAt = (range: number) =>
      createTimeModel({ ...run, settings: { ...run.settings, range }, summary })?.fixed.value
    expect(fixedAt(16_384)).toBe(9)
    expect(fixedAt(32_768)).toBeCloseTo(60 - 45.43, 2)
  })
})

describe('the advice on a difficulty', () => {
  const model = (rate: number, interval: [number, number] | null): TimeModel => ({
    rate: { value: rate, interval },
    fixed: { value: 1, interval: null },
    startUp: { value: 100, interval: [99, 101] },
  })
  // At a million attempts per second p95 is 12 ms at 3, 196 ms at 4 and 3.1 s at 5.
  const highest = (rate: TimeModel, limit: number, first = false) =>
    highestDifficulties(difficultyAdvice(rate, limit, first))

  it('the advice names the largest difficulty whose whole p95 interval is within the limit', () => {
    expect(highest(model(1e6, [9e5, 1.1e6]), 2_000)).toEqual({ isKnown: true, highest: 4, unsure: null })
    expect(highest(model(1e6, [9e5, 1.1e6]), 3_200)).toEqual({ isKnown: true, highest: 4, unsure: 5 })
    expect(highest(model(1e6, [9e5, 1.1e6]), 3_600)).toEqual({ isKnown: true, highest: 5, unsure: null })
    expect(highest(model(1e6, null), 2_000)).toEqual({ isKnown: false, highest: 4, unsure: null })
  })

  it('the advice includes the start of the workers if the tester asks for it', () => {
    expect(highest(model(1e6, [9.99e5, 1.01e6]), 250)).toEqual({ isKnown: true, highest: 4, unsure: null })
    expect(highest(model(1e6, [9.99e5, 1.01e6]), 250, true)).toEqual({
      isKnown: true,
      highest: 3,
      unsure: null,
    })
  })

  it('a time that includes a start measured only once has no interval', () => {
    const { startUp, ...rest } = model(1e6, [9.99e5, 1.01e6])
    const once = { ...rest, startUp: startUp && { ...startUp, interval: null } }
    expect(predictSolveTime(once, 4, 0.95)?.interval).not.toBeNull()
    expect(predictSolveTime(once, 4, 0.95, true)?.interval).toBeNull()
    expect(highest(once, 250, true)).toEqual({ isKnown: false, highest: 3, unsure: null })
  })

  it.each([
    [{ value: 708.2, interval: [707.9, 708.4] }, null],
    [{ value: 1_331, interval: [1_329, 1_333] }, null],
    [{ value: 708.2, interval: [707.2, 709.4] }, '707〜709'],
    [{ value: 1_331, interval: null }, null],
  ] satisfies [Estimate, string | null][])(
    'an interval that is narrower than the digits shown is not shown: %o',
    (estimate, shown) => expect(intervalText(estimate)).toBe(shown),
  )
})
