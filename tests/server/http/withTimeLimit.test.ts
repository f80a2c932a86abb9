import { afterEach, describe, expect, it, vi } from 'vitest'
import { withTimeLimit } from '../../../server/http/middleware.ts'

afterEach(() => vi.useRealTimers())

/** Work that goes on until it is stopped. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new Error('begun too late'))
    signal.addEventListener('abort', () => reject(new Error('stopped')))
  })
const begin = (work: (signal: AbortSignal) => Promise<unknown> = endless) => {
  const [visitor, ending] = [new AbortController(), new AbortController()]
  const limited = withTimeLimit([visitor.signal, ending.signal], 1000, work)
  return { visitor, ending, limited }
}

describe('work within a time limit', () => {
  it('is stopped by its visitor, by the server and by its time, each with its own refusal', async () => {
    vi.useFakeTimers()
    const [left, ended, late] = [begin(), begin(), begin()]
    left.visitor.abort()
    await expect(left.limited).rejects.toMatchObject({ code: 'left' })
    ended.ending.abort()
    await expect(ended.limited).rejects.toMatchObject({ code: 'ending', retryAfter: 1 })
    const refused = late.limited.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await refused).toMatchObject({ code: 'upstream_timeout' })
  })

  it('is stopped from the start where its visitor or the server is gone already', async () => {
    for (const code of ['left', 'ending'] as const) {
      const gone = AbortSignal.abort()
      const still = new AbortController().signal
      const signals = code === 'left' ? ([gone, still] as const) : ([still, gone] as const)
      await expect(withTimeLimit(signals, 1000, endless)).rejects.toMatchObject({ code })
    }
  })

  it('fails with its own error while nobody has stopped it', async () => {
    const { limited } = begin(() => Promise.reject(new Error('its own')))
    await expect(limited).rejects.toThrow('its own')
  })

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers()
    const [visitor, ending] = [new AbortController().signal, new AbortController().signal]
    const left = new Map<AbortSignal, number>()
    for (const signal of [visitor, ending]) {
      const count = (by: number) => left.set(signal, (left.get(signal) ?? 0) + by)
      const { addEventListener, removeEventListener } = signal
      signal.addEventListener = (...given: unknown[]) => (
        count(1),
        Reflect.apply(addEventListener, signal, given)
      )
      signal.removeEventListener = (...given: unknown[]) => (
        count(-1),
        Reflect.apply(removeEventListener, signal, given)
      )
    }
    expect(await withTimeLimit([visitor, ending], 1000, async () => 'done')).toBe('done')
    expect([...left.values()]).toEqual([0, 0])
    expect(vi.getTimerCount()).toBe(0)
  })
})
