import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchDevice } from '../../../../src/profiler/run/device.ts'
import { openCalibrator } from '../../../../src/profiler/run/measure.ts'
import { runTrial } from '../../../../src/profiler/run/trials.ts'
import type { SearchLane } from '../../../../src/profiler/run/trials.ts'
import { laneOf } from './lanes.ts'

describe('trials', () => {
  const search = { key: 'key', difficulty: 3, range: 10, limit: 100 }
  const never = new AbortController().signal

  /** Lanes that answer only when told to, and what they were asked. */
  function heldLanes(count: number) {
    const asked: { lane: number; from: number; answer: (counter: number | null) => void }[] = []
    const lanes = Array.from({ length: count }, (_, lane): SearchLane => ({
      search: ({ from }) => new Promise((resolve) => asked.push({ lane, from, answer: resolve })),
      close() {},
    }))
    const settle = () => new Promise((resolve) => setTimeout(resolve))
    return { lanes, asked, settle }
  }

  afterEach(() => {
    vi.useRealTimers()
  })

  describe('runTrial', () => {
    it('reports the lowest range with a solution even when a later one answered first', async () => {
      const { lanes, asked, settle } = heldLanes(2)
      const trial = runTrial(lanes, search, never)
      await settle()
      asked[1]?.answer(17)
      await settle()
      asked[0]?.answer(4)
      expect(await trial).toMatchObject({ counter: 4, range: { from: 0, count: 10 }, attempts: 5 })
    })

    it('hands out nothing after the first answer but waits for what is under way', async () => {
      const { lanes, asked, settle } = heldLanes(3)
      const trial = runTrial(lanes, search, never)
      await settle()
      asked[0]?.answer(3)
      await settle()
      expect(asked).toHaveLength(3)
      asked[1]?.answer(null)
      asked[2]?.answer(null)
      const { work, counter } = await trial
      expect(counter).toBe(3)
      expect(work.map(([attempts]) => attempts)).toEqual([0, 10, 10])
    })

    it('takes the time of the first answer, not of the last range', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { lanes, asked, settle } = heldLanes(2)
      const trial = runTrial(lanes, search, never)
      await settle()
      vi.advanceTimersByTime(5)
      asked[0]?.answer(2)
      await settle()
      vi.advanceTimersByTime(80)
      asked[1]?.answer(null)
      expect(await trial).toMatchObject({
        milliseconds: 5,
        work: [
          [0, 0],
          [10, 85],
        ],
      })
    })

    it('says that nothing was found after the last counter', async () => {
      const ranges: number[] = []
      const empty = laneOf(({ from }) => {
        ranges.push(from)
        return null
      })
      const trial = await runTrial([empty], search, never)
      expect(trial).toMatchObject({ counter: null, range: null, attempts: 100 })
      expect(ranges).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
    })

    it('stops every lane when one fails, and says why', async () => {
      let calls = 0
      const failing = laneOf(() => {
        throw new Error('broken')
      })
      const endless = laneOf(async () => {
        calls += 1
        await new Promise((resolve) => setTimeout(resolve))
        return null
      })
      await expect(runTrial([endless, failing], { ...search, limit: 1e6 }, never)).rejects.toThrow('broken')
      expect(calls).toBe(1)
    })

    it('ends with the reason of an abort', async () => {
      const stop = new AbortController()
      const aborting = laneOf(() => {
        stop.abort(new Error('enough'))
        return null
      })
      await expect(runTrial([aborting], search, stop.signal)).rejects.toThrow('enough')
    })
  })
})

describe('measure', () => {
  const signal = new AbortController().signal

  /** Lanes of a device that does so many attempts in a millisecond of its own clock. */
  function device(attemptsPerMillisecond: number) {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const asked: number[] = []
    const lane = laneOf(({ count }) => {
      asked.push(count)
      // Both lanes search at once: each lets half of the time pass.
      now += count / attemptsPerMillisecond / 2
      return null
    })
    return {
      lanes: [lane, lane],
      asked,
      slowDown: (factor: number) => void (attemptsPerMillisecond /= factor),
    }
  }

  describe('the calibration', () => {
    it('is the same search on every lane, long enough for the clock', async () => {
      const { lanes, asked } = device(1_000)
      const { record } = await openCalibrator(lanes, { key: 'key', clockResolution: 1, signal })
      // 20 steps of a clock of a millisecond.
      expect(record).toMatchObject({ lanes: 2, attempts: 32_768 })
      expect(asked.at(-1)).toBe(32_768)
    })

    it('tells the rate of all lanes together at the start, between trials and at the end', async () => {
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
})

describe('device', () => {
  /** A page and a device whose clocks stand still until they are told otherwise. */
  let page: EventTarget & { visibilityState: DocumentVisibilityState }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
    vi.stubGlobal('document', page)
    vi.stubGlobal('navigator', {})
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }

  describe('watching the device', () => {
    it('finds nothing where nothing happens', () => {
      const watch = watchDevice()
      vi.advanceTimersByTime(60_000)
      expect(watch.end()).toEqual({ wakeLock: 'absent', disturbances: [] })
    })

    it('tells from when to when the page was out of view', () => {
      const watch = watchDevice()
      vi.advanceTimersByTime(1_000)
      show('hidden')
      vi.advanceTimersByTime(5_000)
      show('visible')
      vi.advanceTimersByTime(2_000)
      show('hidden')
      vi.advanceTimersByTime(500)
      expect(watch.end().disturbances).toEqual([
        { kind: 'hidden', at: 1_000, milliseconds: 5_000 },
        { kind: 'hidden', at: 8_000, milliseconds: 500 },
      ])
    })

    it('tells how long the page stood still, be it in view', () => {
      const watch = watchDevice()
      vi.advanceTimersByTime(1_000)
      const now = performance.now()
      vi.setSystemTime(Date.now() + 4_000)
      vi.spyOn(performance, 'now').mockImplementation(() => now + 4_000)
      show('visible')
      expect(watch.end().disturbances).toEqual([{ kind: 'frozen', at: 1_000, milliseconds: 4_000 }])
    })

    it('takes late timers of a page out of view for nothing else', () => {
      const watch = watchDevice()
      show('hidden')
      const now = performance.now()
      vi.setSystemTime(Date.now() + 60_000)
      vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000)
      show('visible')
      expect(watch.end().disturbances).toEqual([{ kind: 'hidden', at: 0, milliseconds: 60_000 }])
    })

    it('tells by how much the clock was changed, in either direction', () => {
      const watch = watchDevice()
      vi.advanceTimersByTime(1_000)
      vi.setSystemTime(Date.now() + 3_600_000)
      vi.advanceTimersByTime(1_000)
      vi.setSystemTime(Date.now() - 90_000)
      vi.advanceTimersByTime(1_000)
      expect(watch.end().disturbances).toEqual([
        { kind: 'clock', at: 1_000, milliseconds: 3_600_000 },
        { kind: 'clock', at: 2_000, milliseconds: -90_000 },
      ])
    })

    it('does not tell what happens while the tester holds the run', () => {
      let held = false
      const watch = watchDevice(() => held)
      vi.advanceTimersByTime(1_000)
      held = true
      vi.advanceTimersByTime(250)
      show('hidden')
      vi.advanceTimersByTime(60_000)
      show('visible')
      held = false
      vi.advanceTimersByTime(1_000)
      expect(watch.end().disturbances).toEqual([])
    })

    it('ends once: what comes later is no longer told', () => {
      const watch = watchDevice()
      watch.end()
      show('hidden')
      vi.advanceTimersByTime(5_000)
      expect(watch.end().disturbances).toEqual([])
    })
  })

  describe('keeping the screen on', () => {
    /** A browser that gives the lock, or refuses it. */
    const withLocks = (request: () => Promise<unknown>) =>
      vi.stubGlobal('navigator', { wakeLock: { request } })
    const settle = async () => {
      await Promise.resolve()
      await Promise.resolve()
    }

    it('holds a lock until the end and gives it back', async () => {
      const lock = Object.assign(new EventTarget(), { release: vi.fn<() => Promise<void>>(async () => {}) })
      withLocks(async () => lock)
      const watch = watchDevice()
      await settle()
      expect(watch.end().wakeLock).toBe('held')
      expect(lock.release).toHaveBeenCalledOnce()
    })

    it('tells that the lock was lost, although it got it again', async () => {
      const locks = [1, 2].map(() => Object.assign(new EventTarget(), { release: async () => {} }))
      let given = 0
      withLocks(async () => locks[given++])
      const watch = watchDevice()
      await settle()
      show('hidden')
      locks[0]?.dispatchEvent(new Event('release'))
      show('visible')
      await settle()
      expect(given).toBe(2)
      expect(watch.end().wakeLock).toBe('lost')
    })

    it('goes on where the browser refuses, and gives back what comes too late', async () => {
      withLocks(async () => {
        throw new DOMException('The battery is low', 'NotAllowedError')
      })
      const refused = watchDevice()
      await settle()
      expect(refused.end().wakeLock).toBe('refused')

      const late = Object.assign(new EventTarget(), { release: vi.fn<() => Promise<void>>(async () => {}) })
      withLocks(async () => late)
      watchDevice().end()
      await settle()
      expect(late.release).toHaveBeenCalledOnce()
    })
  })
})
