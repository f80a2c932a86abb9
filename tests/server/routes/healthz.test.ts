import { expect, it } from 'vitest'
import { testApp } from '../testApp.ts'
import { createMemoryStore } from '../../../server/store/memoryStore.ts'
import { outcome } from '../client.ts'

function watched(health: () => Promise<void>) {
  let now = 1_790_000_000_000
  let probes = 0
  const store = { ...createMemoryStore(), health: () => (probes++, health()) }
  const draining = new AbortController()
  const app = testApp({ store, now: () => now, draining: draining.signal })
  return {
    ask: () => outcome(app.request('/healthz')),
    probes: () => probes,
    pass: (ms: number) => (now += ms),
    drain: () => draining.abort(),
  }
}
const WELL = { status: 200, code: undefined }
const AWAY = { status: 503, code: 'store_away' }

it('probes the store once in two seconds, however often it is asked', async () => {
  let isThere = true
  const health = watched(async () => {
    if (!isThere) throw new Error('away')
  })
  expect(await Promise.all([health.ask(), health.ask()])).toEqual([WELL, WELL])
  isThere = false
  expect(await health.ask()).toEqual(WELL)
  expect(health.probes()).toBe(1)
  health.pass(2000)
  expect(await health.ask()).toEqual(AWAY)
  isThere = true
  health.pass(2000)
  expect(await health.ask()).toEqual(WELL)
})

it('repeats the last result for a while when the store is silent, then reports it as away', async () => {
  let isSilent = false
  const health = watched(() => (isSilent ? new Promise(() => undefined) : Promise.resolve()))
  expect(await health.ask()).toEqual(WELL)
  isSilent = true
  health.pass(2000)
  expect(await health.ask()).toEqual(WELL)
  health.pass(3000)
  expect(await health.ask()).toEqual(AWAY)
  expect(health.probes()).toBe(2)
})

it('says that the server is ending as soon as it is told to', async () => {
  const health = watched(async () => undefined)
  health.drain()
  expect(await health.ask()).toEqual({ status: 503, code: 'ending' })
})
