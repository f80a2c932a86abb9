import { afterAll, expect, it, vi } from 'vitest'
import { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import { UpstreamObject } from '../../../server/cloudflare/upstream.ts'
import worker from '../../../server/cloudflare/worker.ts'
import { checkBatch } from '../client.ts'
import { json, oembedOf, startStubX } from '../upstream/stubX.ts'
import { fakeObjects } from './fakePlatform.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

/** What Cloudflare's free plan gives in a day. */
const A_DAY = 100_000

const stub = await startStubX({ '/oembed': json(oembedOf()) })
afterAll(() => stub.close())

// 838 calls of objects and 1,608 rows were once 62 batches a day.
it('a batch of 200 posts costs at most 40 calls of objects and 60 rows that are written', async () => {
  const variables = { UPSTREAM: 'x', X_OEMBED_BASE: stub.base, POW_DIFFICULTY: '1' }
  const store = fakeObjects((ctx) => new StoreObject(ctx, {}))
  const asking = fakeObjects((ctx) => new UpstreamObject(ctx, { STORE: store.objects, ...variables }))
  const env = { STORE: store.objects, UPSTREAM_X: asking.objects, ASSETS: {}, ...variables }
  const headers = { 'CF-Connecting-IP': '2001:db8::1' }
  const call = (path: string, init?: RequestInit) => {
    const request = new Request(`https://worker.test${path}`, init)
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return worker.fetch(request, env as never)
  }
  const urls = (from: number) =>
    Array.from({ length: 200 }, (_, index) => `https://x.com/a/status/${from + index}`)
  const rows = () =>
    [...store.made.values(), ...asking.made.values()].reduce(
      (sum, { state }) => sum + Number(state.rows('SELECT total_changes() AS rows')[0]?.['rows']),
      0,
    )
  // The first make keys and tables.
  await call('/healthz')
  expect((await checkBatch(call, urls(1000))).status).toBe(200)
  const before = { calls: store.called.length + asking.called.length, rows: rows() }
  expect((await checkBatch(call, urls(2000))).status).toBe(200)
  const calls = store.called.length + asking.called.length - before.calls
  // What is written is removed once.
  const written = 2 * (rows() - before.rows)
  expect(calls).toBeLessThanOrEqual(40)
  expect(written).toBeLessThanOrEqual(60)
  expect(A_DAY / Math.max(calls, written)).toBeGreaterThan(1600)
  vi.useFakeTimers({ toFake: ['performance', 'Date'], now: Date.now() + 10_000 })
  expect((await call('/healthz')).status).toBe(200)
  vi.useRealTimers()
  expect(rows() - before.rows).toBe(written / 2)
})
