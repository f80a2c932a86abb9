import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SustainedLoad } from '../../../../src/profiler/model/result.ts'
import { measureSustainedLoad } from '../../../../src/profiler/run/measure.ts'
import { createRandom } from '../../../../src/profiler/stats/sample.ts'
import { sustainedFigures, sustainedSentences } from '../../../../src/profiler/sustained/sustained.ts'
import { simulatedDevice } from '../run/searchWorkers.ts'

afterEach(() => void vi.restoreAllMocks())

/** What a device measures whose workers have so many attempts per millisecond, at a share of them at a time in seconds. */
async function loaded(
  rates: readonly number[],
  pace: (seconds: number) => number,
  seconds = 300,
  signal = new AbortController().signal,
  sustaining?: (seconds: number) => Promise<void>,
): Promise<SustainedLoad> {
  const device = simulatedDevice({ rates, message: 0.1, pace: (now) => pace(now / 1000) })
  const options = { key: 'key', seconds, signal, ...(sustaining && { sustaining }) }
  return await device.during(measureSustainedLoad(device.workers, options))
}

/** Neighbouring seconds differ by a few hundredths. */
function noisy(share: (seconds: number) => number) {
  const next = createRandom(5)
  return (seconds: number) => share(seconds) * (0.98 + 0.04 * next())
}

describe('a device at full load', () => {
  beforeEach(() => {
    vi.spyOn(globalThis, 'setInterval')
    vi.spyOn(globalThis, 'clearInterval')
  })

  it('a run at full load measures the rate of every worker in every second', async () => {
    const { lanes, seconds, step } = await loaded([2_000, 500], () => 1, 20)
    expect([seconds, step]).toEqual([20, 1_000])
    expect(lanes.map(({ length }) => length)).toEqual([20, 20])
    for (const [lane, rate] of [2e6, 5e5].entries()) {
      for (const seen of lanes[lane] ?? []) expect(Math.abs(seen / rate - 1)).toBeLessThan(0.05)
    }
  })

  it('a run at full load reports its progress and, if stopped, the seconds that every worker has finished', async () => {
    const stop = new AbortController()
    const seen = new Set<number>()
    const { lanes } = await loaded(
      [1_000, 1_000],
      () => 1,
      100,
      stop.signal,
      async (seconds) => {
        seen.add(seconds)
        if (seconds === 7) stop.abort()
      },
    )
    expect([...seen]).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(lanes.map(({ length }) => length)).toEqual([7, 7])
  })

  it('a run at full load stops watching the device when a worker dies', async () => {
    const died = { search: () => Promise.reject(new Error('A worker died')), close() {} }
    const { signal } = new AbortController()
    const measured = measureSustainedLoad([died], { key: 'key', seconds: 5, signal })
    const [watching] = vi.mocked(setInterval).mock.results
    await expect(measured).rejects.toThrow('A worker died')
    expect(clearInterval).toHaveBeenCalledWith(watching?.value)
  })

  it('a device that keeps its rate is called steady', async () => {
    const { course, change, unequal } = sustainedFigures(
      await loaded(
        [900, 900],
        noisy(() => 1),
      ),
    )
    expect([course, unequal]).toEqual(['steady', false])
    expect(Math.abs(change?.value ?? 1)).toBeLessThan(0.03)
  })

  it('a throttled device is called slower, by how much and since when, with heat as a possible reason', async () => {
    const throttled = noisy((seconds) => (seconds < 90 ? 1 : 0.7))
    const sustained = await loaded([900, 900], throttled)
    const figures = sustainedFigures(sustained)
    expect(figures.course).toBe('slower')
    expect(figures.since).toBe(90)
    expect(figures.change?.value).toBeCloseTo(-0.3, 1)
    expect(figures.change?.interval[0]).toBeLessThan(-0.29)
    expect(figures.change?.interval[1]).toBeGreaterThan(-0.31)
    const words = sustainedSentences(sustained, figures).join('')
    expect(words).toContain('約90秒')
    expect(words).toContain('可能性')
  })

  it('a device whose rate swings or rises is called so', async () => {
    const swing = await loaded([900], (seconds) => (Math.floor(seconds / 20) % 2 === 0 ? 1 : 0.6))
    expect(sustainedFigures(swing).course).toBe('swinging')
    const rise = await loaded(
      [900],
      noisy((seconds) => (seconds < 40 ? 0.8 : 1)),
    )
    expect(sustainedFigures(rise).course).toBe('faster')
  })

  it('a device that wanders is called neither steady nor slower, because nobody can tell', async () => {
    const next = createRandom(7)
    let wander = 0
    const paces = Array.from({ length: 400 }, () => (wander = 0.9 * wander + 0.07 * (next() - 0.5)))
    const sustained = await loaded([900], (seconds) => Math.exp(paces[Math.floor(seconds)] ?? 0))
    const figures = sustainedFigures(sustained)
    expect(figures.course).toBe('unclear')
    expect(sustainedSentences(sustained, figures).join('')).toContain('わかりません')
  })

  it('a run of little more than a minute compares the cold seconds with the rest', async () => {
    const slow = noisy((seconds) => (seconds < 20 ? 1 : 0.5))
    const { change } = sustainedFigures(await loaded([900, 900], slow, 64))
    expect(change?.interval[1]).toBeLessThan(-0.45)
  })

  it('the mean of a worker lies between its slowest and its fastest ten seconds, also if its rate jumps', () => {
    const jumpy = Array.from({ length: 25 }, (_, second) => (second % 3 === 0 ? 1_000 : 100))
    const load = {
      wakeLock: 'held' as const,
      seconds: 25,
      step: 1_000,
      lanes: [jumpy, jumpy],
      disturbances: [],
    }
    for (const { slowest, mean, fastest } of sustainedFigures(load).workers) {
      expect(slowest).toBeLessThanOrEqual(mean)
      expect(mean).toBeLessThanOrEqual(fastest)
    }
  })

  it('a run of less than a minute says nothing about heat', async () => {
    const sustained = await loaded([900], () => 1, 30)
    expect(sustainedFigures(sustained)).toMatchObject({ course: 'short', change: null })
    const nothing = { ...sustained, lanes: [[], []], disturbances: [] }
    expect(sustainedSentences(nothing, sustainedFigures(nothing))).toHaveLength(2)
  })
})
