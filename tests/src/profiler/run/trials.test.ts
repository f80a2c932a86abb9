import { afterEach, describe, expect, it, vi } from 'vitest'
import { openCalibrator } from '../../../../src/profiler/run/measure.ts'
import { readSettingsLink } from '../../../../src/profiler/model/settings.ts'
import { openTrialWorkerPool, runTrial } from '../../../../src/profiler/run/trials.ts'
import type { TrialWorker } from '../../../../src/profiler/run/trials.ts'
import { workerOf } from './searchWorkers.ts'

const search = { key: 'key', difficulty: 3, range: 10, limit: 100 }
const { signal } = new AbortController()

/** Workers that answer only when told to, and what they were asked. */
function heldWorkers(count: number) {
  const asked: { from: number; answer: (counter: number | null) => void }[] = []
  const workers = Array.from({ length: count }, (): TrialWorker => ({
    search: ({ from }) => new Promise((resolve) => asked.push({ from, answer: resolve })),
    close() {},
  }))
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { workers, asked, settle }
}

afterEach(() => void vi.useRealTimers())

it('if one worker of a pool cannot be opened, the others are closed', async () => {
  const close = vi.fn<() => void>()
  const open = vi
    .fn<() => Promise<TrialWorker>>()
    .mockRejectedValueOnce(new Error('no worker'))
    .mockResolvedValue({ search: async () => null, close })
  const { settings } = readSettingsLink(new URLSearchParams('lanes=3'), 3)
  await expect(openTrialWorkerPool(open, settings)).rejects.toThrow('no worker')
  expect(close).toHaveBeenCalledTimes(2)
})

describe('runTrial', () => {
  it('a trial reports the lowest range with a solution, even if a later range answered first', async () => {
    const { workers, asked, settle } = heldWorkers(2)
    const trial = runTrial(workers, search, signal)
    await settle()
    asked[1]?.answer(17)
    await settle()
    asked[0]?.answer(4)
    expect(await trial).toMatchObject({ counter: 4, range: { from: 0, count: 10 }, attempts: 5 })
  })

  it('a trial ends with the first solution, and waits for running ranges outside its time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { workers, asked, settle } = heldWorkers(2)
    const trial = runTrial(workers, search, signal)
    await settle()
    vi.advanceTimersByTime(5)
    asked[0]?.answer(2)
    await settle()
    vi.advanceTimersByTime(80)
    asked[1]?.answer(null)
    expect(await trial).toMatchObject({
      counter: 2,
      milliseconds: 5,
      work: [
        [0, 0],
        [10, 85],
      ],
    })
    expect(asked).toHaveLength(2)
  })

  it('a trial reports that it found nothing after the last counter', async () => {
    const ranges: number[] = []
    const empty = workerOf(({ from }) => {
      ranges.push(from)
      return null
    })
    const trial = await runTrial([empty], search, signal)
    expect(trial).toMatchObject({ counter: null, range: null, attempts: 100 })
    expect(ranges).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
  })

  it('if one worker fails, a trial stops all workers and reports why', async () => {
    let calls = 0
    const failing = workerOf(() => {
      throw new Error('broken')
    })
    const endless = workerOf(async () => {
      calls += 1
      await new Promise((resolve) => setTimeout(resolve))
      return null
    })
    await expect(runTrial([endless, failing], { ...search, limit: 1e6 }, signal)).rejects.toThrow('broken')
    expect(calls).toBe(1)
  })
})

/** Workers of a device that does so many attempts in a millisecond of its own clock. */
function device(attemptsPerMillisecond: number) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const asked: number[] = []
  const worker = workerOf(({ count }) => {
    asked.push(count)
    // Both workers search at once: each lets half of the time pass.
    now += count / attemptsPerMillisecond / 2
    return null
  })
  return {
    workers: [worker, worker],
    asked,
    slowDown: (factor: number) => void (attemptsPerMillisecond /= factor),
  }
}

describe('the calibration', () => {
  it('the calibration is the same search on every worker, long enough for the clock', async () => {
    const { workers, asked } = device(1_000)
    const { record } = await openCalibrator(workers, { key: 'key', clockResolution: 1, signal })
    // 20 steps of a clock of a millisecond.
    expect(record).toMatchObject({ lanes: 2, attempts: 32_768 })
    expect(asked.at(-1)).toBe(32_768)
  })

  it('the calibration measures the rate of all workers together at the start, between trials and at the end', async () => {
    const { workers, slowDown } = device(10_000)
    const calibrator = await openCalibrator(workers, { key: 'key', clockResolution: 0.1, signal })
    await calibrator.start()
    slowDown(2)
    await calibrator.between({ configuration: 1, block: 3, from: 0, to: 1 }, true, 100)
    slowDown(2)
    await calibrator.end()
    const { start, between, end } = calibrator.record
    expect(start).toHaveLength(15)
    expect(start[0]).toBeCloseTo(20e6, 0)
    expect(between).toEqual([{ at: 100, attemptsPerSecond: expect.closeTo(10e6, 0), after: 1, block: 3 }])
    expect(end[0]).toBeCloseTo(5e6, 0)
  })
})
