import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadChunk, OfflineError } from '../../../src/load/loadChunk.ts'
import { waitFor } from '../../waitFor.ts'

const reload = vi.fn<() => void>()
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
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

  describe('while the page is being left', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    const leave = () => page.dispatchEvent(new Event('beforeunload'))
    it('does not reload, and asks for the file again where the visitor has stayed, or comes back', async () => {
      const load = vi.fn<() => Promise<string>>(missing)
      const loading = loadChunk(load)
      leave()
      await vi.advanceTimersByTimeAsync(4_900)
      expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([2, 0])
      load.mockImplementation(async () => 'chunk')
      await vi.advanceTimersByTimeAsync(200)
      expect([await loading, reload.mock.calls.length]).toEqual(['chunk', 0])
    })

    it('reloads after all for a missing file once the visitor has stayed', async () => {
      void loadChunk(missing)
      leave()
      await vi.advanceTimersByTimeAsync(4_900)
      expect(reload).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(200)
      expect(reload).toHaveBeenCalledTimes(1)
    })
  })

  it('listens to a page that is left only while a file is loaded', async () => {
    const listening = new Set<unknown>()
    vi.stubGlobal('addEventListener', (_: string, listener: unknown) => listening.add(listener))
    vi.stubGlobal('removeEventListener', (_: string, listener: unknown) => listening.delete(listener))
    const loading = loadChunk(async () => 'chunk')
    expect(listening.size).toBe(1)
    await loading
    expect(listening.size).toBe(0)
  })
})
