import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OfflineError, lazyModule } from '../../../src/lib/loadChunk.ts'
import { stubSessionStorage } from '../posts/form/sessionStorageStub.ts'

const reload = vi.fn<() => void>()
const loadModule = <T>(load: () => Promise<T>, beforeReload?: () => void) =>
  lazyModule(load).load(beforeReload)
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  vi.useFakeTimers()
  stubSessionStorage('working')
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { reload, href: 'http://site.test/' })
  vi.stubGlobal('fetch', async () => new Response())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockClear()
})

/** What is thrown in the end, in words. */
async function endOf(loading: Promise<unknown>): Promise<string> {
  const end = loading.catch(String)
  await vi.runAllTimersAsync()
  return String(await end)
}

it('a lazy module reloads the page once for a missing chunk, after saving what was typed, and then gives up', async () => {
  const keep = vi.fn<() => void>()
  void loadModule(missing, keep)
  await vi.runAllTimersAsync()
  expect([keep.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1])
  expect(await endOf(loadModule(missing))).toContain('dynamically imported')
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a lazy module tries once more at once, since the connection may have come back', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'chunk').mockImplementationOnce(missing)
  const loading = loadModule(load)
  await vi.advanceTimersByTimeAsync(0)
  expect([await loading, load.mock.calls.length, reload.mock.calls.length]).toEqual(['chunk', 2, 0])
})

it('a lazy module gives a page that is being left five seconds to close, and tries a last time if the visitor stays', async () => {
  const load = vi.fn<() => Promise<string>>(missing)
  const loading = loadModule(load)
  await vi.advanceTimersByTimeAsync(4_900)
  expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([2, 0])
  load.mockImplementation(async () => 'chunk')
  await vi.advanceTimersByTimeAsync(200)
  expect([await loading, load.mock.calls.length, reload.mock.calls.length]).toEqual(['chunk', 3, 0])
})

it('a lazy module treats a file that never arrives as missing', async () => {
  void loadModule(() => new Promise<never>(() => undefined))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

it.each([
  ['the device is offline', 'navigator', { onLine: false }],
  ['the site does not answer', 'fetch', missing],
  ['a proxy answers in its place', 'fetch', async () => new Response('Bad Gateway', { status: 502 })],
])('a lazy module does not reload if %s, since the page would be lost', async (_, name, value) => {
  vi.stubGlobal(name, value)
  await expect(loadModule(missing)).rejects.toThrow(OfflineError)
  expect(reload).not.toHaveBeenCalled()
})

it('a lazy module counts the minute between reloads from the last reload, not from the last one that it refused', async () => {
  void loadModule(missing)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(await endOf(loadModule(missing))).toContain('dynamically imported')
  await vi.advanceTimersByTimeAsync(55_000)
  void loadModule(missing)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(reload).toHaveBeenCalledTimes(2)
})

it('a lazy module does not reload if it cannot store that it did', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(await endOf(loadModule(missing))).toContain('dynamically imported')
  expect(reload).not.toHaveBeenCalled()
})
