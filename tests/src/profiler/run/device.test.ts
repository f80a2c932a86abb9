import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchDeviceConditions } from '../../../../src/profiler/run/device.ts'

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
  it('a run records how long the page was hidden', async () => {
    const { conditions } = await watchDeviceConditions(async () => {
      vi.advanceTimersByTime(1_000)
      show('hidden')
      vi.advanceTimersByTime(5_000)
      show('visible')
      vi.advanceTimersByTime(2_000)
      show('hidden')
      vi.advanceTimersByTime(500)
    })
    expect(conditions.disturbances).toEqual([
      { kind: 'hidden', at: 1_000, milliseconds: 5_000 },
      { kind: 'hidden', at: 8_000, milliseconds: 500 },
    ])
  })

  it('a run records how long the page was frozen, also while it was visible', async () => {
    const { conditions } = await watchDeviceConditions(async () => {
      vi.advanceTimersByTime(1_000)
      const now = performance.now()
      vi.setSystemTime(Date.now() + 4_000)
      vi.spyOn(performance, 'now').mockImplementation(() => now + 4_000)
      show('visible')
    })
    expect(conditions.disturbances).toEqual([{ kind: 'frozen', at: 1_000, milliseconds: 4_000 }])
  })

  it('a run records by how much the clock was changed, in either direction', async () => {
    const { conditions } = await watchDeviceConditions(async () => {
      vi.advanceTimersByTime(1_000)
      vi.setSystemTime(Date.now() + 3_600_000)
      vi.advanceTimersByTime(1_000)
      vi.setSystemTime(Date.now() - 90_000)
      vi.advanceTimersByTime(1_000)
    })
    expect(conditions.disturbances).toEqual([
      { kind: 'clock', at: 1_000, milliseconds: 3_600_000 },
      { kind: 'clock', at: 2_000, milliseconds: -90_000 },
    ])
  })

  it('a run records no disturbance while the tester has paused it', async () => {
    let held = false
    const work = async () => {
      vi.advanceTimersByTime(1_000)
      held = true
      vi.advanceTimersByTime(250)
      show('hidden')
      vi.advanceTimersByTime(60_000)
      show('visible')
      held = false
      vi.advanceTimersByTime(1_000)
    }
    const { conditions } = await watchDeviceConditions(work, () => held)
    expect(conditions.disturbances).toEqual([])
  })
})

describe('keeping the screen on', () => {
  /** A browser that gives the lock, or refuses it. */
  const withLocks = (request: () => Promise<unknown>) => vi.stubGlobal('navigator', { wakeLock: { request } })
  const settle = async () => {
    await Promise.resolve()
    await Promise.resolve()
  }

  it('a run keeps the screen on until its end and then releases the wake lock', async () => {
    const lock = Object.assign(new EventTarget(), { release: vi.fn<() => Promise<void>>(async () => {}) })
    withLocks(async () => lock)
    const { conditions } = await watchDeviceConditions(settle)
    expect(conditions.wakeLock).toBe('held')
    expect(lock.release).toHaveBeenCalledOnce()
  })

  it('a run records a lost wake lock even if it got a new one', async () => {
    const locks = [1, 2].map(() => Object.assign(new EventTarget(), { release: async () => {} }))
    let given = 0
    withLocks(async () => locks[given++])
    const { conditions } = await watchDeviceConditions(async () => {
      await settle()
      show('hidden')
      locks[0]?.dispatchEvent(new Event('release'))
      show('visible')
      await settle()
      expect(given).toBe(2)
    })
    expect(conditions.wakeLock).toBe('lost')
  })
})
