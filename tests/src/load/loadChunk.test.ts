import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadChunk, OfflineError } from '../../../src/load/loadChunk.ts'
import { waitFor } from '../../waitFor.ts'

const reload = vi.fn<() => void>()
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { reload, href: 'http://site.test/' })
  vi.stubGlobal('fetch', async () => new Response())
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockClear()
})

describe('loadChunk', () => {
  it('resolves to what was loaded', async () => {
    expect(await loadChunk(async () => 'chunk')).toBe('chunk')
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page once for a missing chunk, after keeping what was typed, and then gives up', async () => {
    const keep = vi.fn<() => void>()
    void loadChunk(missing, keep)
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(keep).toHaveBeenCalledTimes(1)
    await expect(loadChunk(missing)).rejects.toThrow('dynamically imported')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('tries once more before it reloads: the connection may have come back just then', async () => {
    const load = vi.fn<() => Promise<string>>(missing).mockImplementationOnce(missing)
    load.mockImplementationOnce(async () => 'chunk')
    expect(await loadChunk(load)).toBe('chunk')
    expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([2, 0])
  })

  it('treats a file that never arrives as missing', async () => {
    vi.useFakeTimers()
    void loadChunk(() => new Promise<never>(() => undefined))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(reload).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })

  it('does not reload while offline: the page would be gone', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    await expect(loadChunk(missing)).rejects.toThrow(OfflineError)
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not reload where the device thinks it is online and the site does not answer', async () => {
    vi.stubGlobal('fetch', missing)
    await expect(loadChunk(missing)).rejects.toThrow(OfflineError)
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not reload where it cannot remember that it did', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    await expect(loadChunk(missing)).rejects.toThrow('dynamically imported')
    expect(reload).not.toHaveBeenCalled()
  })
})
