import { afterAll, expect, it, vi } from 'vitest'
import { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import { UpstreamObject } from '../../../server/cloudflare/upstream.ts'
import { bodyFor, checkAccount, checkBatch, sessionOf } from '../client.ts'
import { json, oembedOf, startStubX, xEnv } from '../upstream/stubX.ts'
import type { Answer } from '../upstream/stubX.ts'
import { CANARY, TIMELINE, USER, idAt, posts, recentPosts, search, user } from '../upstream/xWorld.ts'
import { fakeObjects } from './fakePlatform.ts'
import type { fakeState } from './fakePlatform.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

// What something costs depends neither on the time, by which the ids of posts are spread over the objects (here each group has its own),
// nor on how fast this machine is.
vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 10, 20, 12) })
vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)

const own = recentPosts(5)
/** A search that finds whichever post it is asked for. */
const finding: Answer = (url, ...rest) => {
  const [since, until] = ['since_id', 'until_id'].map((name) => BigInt(url.searchParams.get(name) ?? 0))
  const isOne = since !== undefined && until === since + 2n
  search(posts(...(isOne ? [{ id: String(since + 1n), text: 'あ' }] : own)))(url, ...rest)
}
const stub = await startStubX({
  '/oembed': json(oembedOf()),
  [USER]: user(),
  [TIMELINE]: posts(...own),
  '/2/tweets/search/recent': finding,
})
afterAll(() => stub.close())
const X = { ...xEnv(stub), X_CANARY: CANARY, X_BUDGET_USD_PER_DAY: '100000' }

/** Rows written so far, and rows that a sweep will remove. That a new object makes its tables is left out. */
function rowsOf({ rows }: ReturnType<typeof fakeState>): number {
  const count = (sql: string) => Number(rows(sql)[0]?.['count'])
  const left = rows("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) =>
    name === 'history_total' ? -1 : count(`SELECT count(*) AS count FROM ${name}`),
  )
  return left.reduce((sum, rows) => sum + rows, count('SELECT total_changes() AS count'))
}

/** A Worker on a new isolate, and a count of the object calls and of the rows, written and removed, that something costs. */
async function cloudflare(more: Record<string, string>, address: string) {
  const variables = { POW_DIFFICULTY: '1', SANDBOX_LATENCY_MS: '0', ...more }
  const store = fakeObjects((ctx) => new StoreObject(ctx, {}))
  const asking = fakeObjects((ctx) => new UpstreamObject(ctx, { STORE: store.objects, ...variables }))
  const env = { STORE: store.objects, UPSTREAM_X: asking.objects, ASSETS: {}, ...variables }
  vi.resetModules()
  const { default: worker } = await import('../../../server/cloudflare/worker.ts')
  const call = (path: string, init?: RequestInit) => {
    const request = new Request(`https://worker.test${path}`, init)
    request.headers.set('CF-Connecting-IP', address)
    return worker.fetch(request, env as never)
  }
  const states = () => [...store.made.values(), ...asking.made.values()].map(({ state }) => state)
  const rows = () => states().reduce((sum, state) => sum + rowsOf(state), 0)
  const calls = () => store.called.length + asking.called.length
  async function cost(work: () => Response | Promise<Response>): Promise<number[]> {
    const before = { calls: calls(), rows: rows() }
    expect((await work()).status).toBe(200)
    return [calls() - before.calls, rows() - before.rows]
  }
  // The first call makes the keys.
  await call('/healthz')
  return { call, cost }
}
const urls = (from: number | bigint, count: number) =>
  Array.from({ length: count }, (_, index) => `https://x.com/a/status/${BigInt(from) + BigInt(index)}`)

/** Object calls and rows, which nobody's address changes. */
const SAME = { health: [0, 0] }
const V4 = { 'saved batch': [3, 0], address: [2, 0] }
const V6 = { 'saved batch': [4, 0], address: [3, 0] }

// A batch of 200 once cost 838 calls and 1,608 rows: 62 batches a day.
it.each([
  [
    'sandbox',
    '192.0.2.1',
    { ...V4, account: [4, 2], 'one post': [6, 7], '200 posts': [6, 7], preview: [2, 0] },
  ],
  [
    'sandbox',
    '2001:db8::1',
    { ...V6, account: [5, 2], 'one post': [7, 8], '200 posts': [7, 8], preview: [3, 0] },
  ],
  [
    'x',
    '192.0.2.1',
    { ...V4, account: [11, 40], 'one post': [7, 7], '200 posts': [11, 13], preview: [3, 2] },
  ],
  [
    'x',
    '2001:db8::1',
    { ...V6, account: [12, 46], 'one post': [8, 8], '200 posts': [12, 14], preview: [4, 2] },
  ],
])(
  'calls with %s, for a visitor of %s, cost what docs/hosting.md says',
  async (upstream, address, expected) => {
    const { call, cost } = await cloudflare(upstream === 'x' ? X : {}, address)
    const health = await cost(() => call('/healthz'))
    const account = (name: string) => checkAccount(call, bodyFor(name, { repost: false }))
    await account('someone')
    const preview = () => call(`/api/oembed?url=${encodeURIComponent('https://x.com/a/status/12340')}`)
    const sessionId = await sessionOf(await checkBatch(call, urls(100, 1)))
    const costs = {
      account: await cost(() => account('another')),
      'one post': await cost(() => checkBatch(call, urls(10, 1))),
      '200 posts': await cost(() => checkBatch(call, urls(1000, 200))),
      preview: await cost(preview),
      'saved batch': await cost(() => call(`/api/get-history-by-session-id?id=${sessionId}`)),
      address: await cost(() => call('/api/ip')),
      health,
    }
    expect(costs).toEqual({ ...SAME, ...expected })
  },
)

// It once cost 85 calls and 281 rows: 350 batches a day.
it.each([
  ['192.0.2.1', [17, 69]],
  ['2001:db8::1', [18, 73]],
])(
  'a batch of a visitor of %s with 200 posts, of which 20 are searched for, costs the expected calls and rows',
  async (address, expected) => {
    const { call, cost } = await cloudflare({ ...X, X_POST_SEARCH: 'permitted' }, address)
    await checkBatch(call, urls(BigInt(idAt(40)), 1))
    expect(await cost(() => checkBatch(call, urls(BigInt(idAt(30, 2)), 200)))).toEqual(expected)
  },
)
