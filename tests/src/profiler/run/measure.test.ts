import { describe, expect, it, vi } from 'vitest'
import { openCalibrator } from '../../../../src/profiler/run/measure.ts'
import { workerOf } from './searchWorkers.ts'

const signal = new AbortController().signal

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
    lanes: [worker, worker],
    asked,
    slowDown: (factor: number) => void (attemptsPerMillisecond /= factor),
  }
}

describe('the calibration', () => {
  it('is the same search on every worker, long enough for the clock', async () => {
    const { lanes, asked } = device(1_000)
    const { record } = await openCalibrator(lanes, { key: 'key', clockResolution: 1, signal })
    // 20 steps of a clock of a millisecond.
    expect(record).toMatchObject({ lanes: 2, attempts: 32_768 })
    expect(asked.at(-1)).toBe(32_768)
  })

  it('tells the rate of all workers together at the start, between trials and at the end', async () => {
    const { lanes, slowDown } = device(10_000)
    const calibrator = await openCalibrator(lanes, { key: 'key', clockResolution: 0.1, signal })
    await calibrator.start()
    slowDown(2)
    await calibrator.between(100, { after: 1, block: 3, must: true })
    slowDown(2)
    await calibrator.end()
    const { start, between, end } = calibrator.record
    expect(start).toHaveLength(15)
    expect(start[0]).toBeCloseTo(20e6, 0)
    expect(between).toEqual([{ at: 100, attemptsPerSecond: expect.closeTo(10e6, 0), after: 1, block: 3 }])
    expect(end[0]).toBeCloseTo(5e6, 0)
  })

  it('takes a thirtieth of the time at most between trials, unless it must', async () => {
    const { lanes } = device(10_000)
    const calibrator = await openCalibrator(lanes, { key: 'key', clockResolution: 0.1, signal })
    for (let at = 0; at < 1_000; at++) await calibrator.between(at, { after: 0, block: null, must: false })
    const { between, attempts } = calibrator.record
    const slice = attempts / 10_000
    expect(between.length).toBeLessThanOrEqual(1 + 1_000 / (slice * 30))
    expect(between.length).toBeGreaterThan(3)
  })
})
