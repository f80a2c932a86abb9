import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIsolateKeys } from '../../server/cloudflare/isolate.ts'
import { createMemoryCount } from '../../server/http/limits.ts'
import { KEYRING_REFRESH_MS } from '../../server/proof/keyring.ts'
import { createAnswerCache } from '../../server/upstream/Upstream.ts'
import { createEndpointPause } from '../../server/upstream/x/client/client.ts'
import { createSearchMonitor } from '../../server/upstream/x/health.ts'
import { callerWith } from './client.ts'
import { createMemoryStore, testApp } from './testApp.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 10, 20, 12)
let passed = 1

/** The clock of the machine, which is set back an hour, and time itself, which is not. */
const pass = (ms: number) => {
  passed += ms
  vi.setSystemTime(Date.now() + ms)
}
const setBack = () => vi.setSystemTime(Date.now() - HOUR_MS)

beforeEach(() => {
  passed = 1
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  vi.spyOn(performance, 'now').mockImplementation(() => passed)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('the answer of /healthz is cached for two seconds after the clock was set back', async () => {
  const store = createMemoryStore()
  const reads = vi.spyOn(store, 'health')
  const app = testApp({ store })
  for (const ms of [0, 2000, 1]) {
    setBack()
    pass(ms)
    await app.request('/healthz')
  }
  expect(reads).toHaveBeenCalledTimes(2)
})

it('limits count a minute as a minute although the clock is set, and Retry-After says so', async () => {
  const count = createMemoryCount()
  expect(await count('a', 60_000)).toEqual({ calls: 1, msLeft: 60_000 })
  setBack()
  pass(1000)
  expect(await count('a', 60_000)).toEqual({ calls: 2, msLeft: 59_000 })
  pass(59_001)
  expect(await count('a', 60_000)).toEqual({ calls: 1, msLeft: 60_000 })
})

it('a pause in calling X lasts as long as intended although the clock is set', () => {
  const pause = createEndpointPause({ now: Date.now })
  const until = Date.now() + 60_000
  const headers = new Headers({ 'x-rate-limit-reset': String(until / 1000) })
  expect(() => pause.judge({ status: 429, headers, json: {} })).toThrow('X takes no more requests')
  setBack()
  pass(59_999)
  expect(pause.current()).toEqual({ reason: 'limited', until })
  pass(1)
  expect(pause.current()).toBeNull()
})

// For an hour answers were an hour too old.
it('answers are renewed as if the clock had not been set', async () => {
  const store = { ...createMemoryStore(), readCache: async () => null }
  const cached = createAnswerCache('x', store, () => undefined)
  const make = async () => ({ value: passed, ttlMs: 60_000 })
  expect(await cached.get('a', v.number(), callerWith(), make)).toBe(1)
  setBack()
  pass(60_001)
  expect(await cached.get('a', v.number(), callerWith(), make)).toBe(60_002)
})

describe.each([
  ['ten minutes ahead', HOUR_MS / 6],
  ['nine hours back', -9 * HOUR_MS],
])('a clock that is set %s', (_way, by) => {
  const setClock = () => vi.setSystemTime(Date.now() + by)

  it('an isolate may read its challenge keys as often as before although the clock is set', async () => {
    let reads = 0
    let text: string | null = null
    const keys = createIsolateKeys(
      {
        name: 'a box',
        read: async () => (reads++, text),
        create: async (made) => void (text = made),
        replace: async () => false,
      },
      () => undefined,
    )
    await keys.refresh()
    const first = reads
    setClock()
    pass(KEYRING_REFRESH_MS)
    await keys.refresh()
    expect(reads).toBe(first)
    pass(1)
    await keys.refresh()
    expect(reads).toBe(first + 1)
  })

  it("the state of X's search is reported for a quarter of an hour after it was seen, by the new time", () => {
    const searchMonitor = createSearchMonitor(Date.now, () => null)
    searchMonitor.shown()
    setClock()
    pass(HOUR_MS / 4 - 1)
    expect(searchMonitor.read().now).toEqual({ state: 'found', time: Date.now() - HOUR_MS / 4 + 1 })
    pass(1)
    expect(searchMonitor.read().now).toBeNull()
  })
})
