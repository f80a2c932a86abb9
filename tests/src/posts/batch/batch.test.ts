import { createStore } from 'jotai/vanilla'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BATCH_POSTS_MAX, URL_LENGTH_MAX } from '../../../../contract/names.ts'
import { METHOD_VERSION } from '../../../../contract/wire.ts'
import { createSandboxUpstream } from '../../../../server/upstream/sandbox.ts'
import { OfflineError } from '../../../../src/lib/loadChunk.ts'
import {
  batchFlow,
  batchPostsAtom,
  batchTimeAtom,
  cancelBatchAtom,
  enterBatchAtom,
  recheckPostsAtom,
  retryFailedBatchCheckAtom,
} from '../../../../src/posts/batch/batch.ts'
import { toStoredBatch, withRechecked } from '../../../../src/results/finishedBatch.ts'
import type { FinishedBatch } from '../../../../src/results/finishedBatch.ts'
import { POST_STORAGE_KEYS, batchCheckModule } from '../../../../src/posts/keys.ts'
import { fetchHistory } from '../../../../src/posts/history/fetchHistory.ts'
import { readWholeLog } from '../../../../src/storage/stores.ts'
import { waitFor } from '../../../waitFor.ts'
import { emptyDevice } from '../../log/deviceLog.ts'
import { serveInProcess } from '../../serveInProcess.ts'
import { stubSessionStorage } from '../form/sessionStorageStub.ts'

const { doneAtom, failedAtom, runningAtom } = batchFlow

const URLS = ['0', '6', '7', '8', '9'].map((digit) => `https://x.com/sbx_clear/status/123${digit}`)
const FAILING = ['https://x.com/sbx_err_500/status/1']
const CHECK = '/api/check-batch'

let store: ReturnType<typeof createStore>
let items: Map<string, string>
let called: string[]

// A page gives a file half a minute to come, and a check not much more: on a busy machine the first import may take longer.
beforeAll(() => batchCheckModule.prefetch())
beforeEach(() => {
  store = createStore()
  items = stubSessionStorage('working')
  called = serveInProcess({ difficulty: 1 })
})
afterEach(() => {
  store.set(cancelBatchAtom)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://x.com/someone/status/${index + 1}`)
const handOver = (urls: string[]) => items.set(POST_STORAGE_KEYS.urls, JSON.stringify(urls))
const ended = () => waitFor(() => expect(store.get(batchPostsAtom)).not.toBeNull())
const batchCalls = () => called.filter((path) => path === CHECK).length

/** Enters the result page. Returns the paths to which the page then leaves. */
function enter(entry = 'entry'): string[] {
  const paths: string[] = []
  store.set(enterBatchAtom, { entry, isBack: false, leaveTo: (path) => paths.push(path) })
  return paths
}

async function check(urls: string[]) {
  handOver(urls)
  enter()
  await ended()
}

describe('a batch check', () => {
  it('a batch check goes from the stored URLs to the validated results through the real API', async () => {
    const before = Date.now()
    expect([store.get(batchTimeAtom), store.get(batchPostsAtom)]).toEqual([null, null])
    await check([...URLS, 'hello'])
    const statuses = store.get(doneAtom)?.result.results.map((result) => result.status)
    expect(statuses).toEqual([
      'AVAILABLE',
      'QUATE_FORBIDDEN',
      'FORBIDDEN',
      'NOT_FOUND',
      'UNKNOWN',
      'INVALID_URL',
    ])
    expect(store.get(doneAtom)?.result.sessionId).toMatch(/^[\w-]{22}$/)
    expect(called.slice(-2)).toEqual(['/api/generate-keyvalue', CHECK])
    expect(store.get(batchTimeAtom)).toBeGreaterThanOrEqual(before)
    const saved = await fetchHistory(
      store.get(doneAtom)?.result.sessionId ?? '',
      new AbortController().signal,
    )
    expect(store.get(batchTimeAtom)).toBe(saved.timestamp)
    expect(store.get(batchTimeAtom)).toBeLessThanOrEqual(Date.now())
  })

  it('a batch check requests a challenge for an empty name, and sends its token in the header and in the body', async () => {
    const real = globalThis.fetch
    const sent: { path: string; body: unknown; headers: Headers }[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      const body: unknown = request.method === 'POST' ? await request.clone().json() : null
      sent.push({ path: new URL(request.url).pathname, body, headers: request.headers })
      return await real(request)
    })
    await check(URLS)
    const [challenge, batch] = sent.slice(-2)
    expect(challenge?.body).toMatchObject({ screen_name: '', searchban: false, repost: false })
    const token = batch?.headers.get('X-Session-Token')
    expect(batch?.body).toEqual({ urls: URLS, key: { token } })
    expect(batch?.headers.get('X-Request-Hash')).toMatch(/^\d+$/)
  })

  it('the stored list of URLs is kept until the only batch request is answered, even if the page is entered twice', async () => {
    handOver(URLS)
    enter()
    enter()
    expect(store.get(runningAtom)).not.toBeNull()
    expect(items.has(POST_STORAGE_KEYS.urls)).toBe(true)
    await ended()
    expect(items.has(POST_STORAGE_KEYS.urls)).toBe(false)
    expect(batchCalls()).toBe(1)
  })

  it.each([undefined, '[]', '{broken'])('%s in the storage is not read as a list of URLs', (stored) => {
    if (stored) items.set(POST_STORAGE_KEYS.urls, stored)
    expect(enter()).toEqual(['/'])
    expect(called).toEqual([])
  })

  it('a finished batch is shown again only in its own history entry', async () => {
    await check(URLS)
    expect([enter(), enter('another entry')]).toEqual([[], ['/']])
  })

  it('a batch of the largest size starts; a larger one goes back to the form without a request', () => {
    const urls = many(BATCH_POSTS_MAX + 1)
    handOver(urls)
    expect(enter()).toEqual(['/tweetcheck'])
    expect(called).toEqual([])
    expect(items.has(POST_STORAGE_KEYS.urls)).toBe(false)
    const rows = JSON.parse(items.get(POST_STORAGE_KEYS.rows) ?? '') as { value: string }[]
    expect(rows.map(({ value }) => value)).toEqual(urls)
    handOver(many(BATCH_POSTS_MAX))
    expect(enter()).toEqual([])
    expect(store.get(runningAtom)?.query.urls).toHaveLength(BATCH_POSTS_MAX)
  })

  it('a text that is too long for a URL is cut, and judged by the server as no URL', async () => {
    await check(['y'.repeat(URL_LENGTH_MAX + 1), 'https://x.com/sbx_clear/status/1230'])
    const results = store.get(doneAtom)?.result.results
    expect(results?.map(({ url, status }) => [url.length, status])).toEqual([
      [URL_LENGTH_MAX, 'INVALID_URL'],
      ['https://x.com/sbx_clear/status/1230'.length, 'AVAILABLE'],
    ])
  })

  it('nothing is checked again if nothing was checked before, or nothing failed', async () => {
    store.set(recheckPostsAtom, ['https://x.com/sbx_clear/status/1230'])
    store.set(retryFailedBatchCheckAtom)
    expect(store.get(runningAtom)).toBeNull()
    await check(['https://x.com/sbx_clear/status/1230'])
    store.set(retryFailedBatchCheckAtom)
    expect(store.get(runningAtom)).toBeNull()
    expect(batchCalls()).toBe(1)
  })
})

describe('a failed batch check', () => {
  it('a failed batch check shows every URL as error 500 and says what went wrong', async () => {
    await check(FAILING)
    expect(store.get(batchPostsAtom)).toEqual([
      { url: FAILING[0], code: 500, status: 'error', message: 'Failed to check status' },
    ])
    expect(store.get(failedAtom)?.failure).toMatchObject({
      kind: 'refused',
      message: 'Network response was not ok',
      status: 500,
    })
    expect(items.has(POST_STORAGE_KEYS.urls)).toBe(false)
  })

  it('a batch check fails if its response has no session id', async () => {
    const real = globalThis.fetch
    vi.stubGlobal('fetch', async (request: Request) =>
      request.url.endsWith(CHECK) ? Response.json({ results: [] }) : await real(request),
    )
    await check(URLS)
    expect(store.get(failedAtom)?.failure.kind).toBe('failed')
    expect(store.get(batchPostsAtom)).toHaveLength(URLS.length)
  })

  it('a batch check whose code could not be fetched shows no rows and keeps the list', async () => {
    vi.spyOn(batchCheckModule, 'load').mockRejectedValue(new OfflineError('offline'))
    handOver(URLS)
    enter()
    await waitFor(() => expect(store.get(failedAtom)?.failure.kind).toBe('unloaded'))
    expect(store.get(batchPostsAtom)).toBeNull()
    expect(items.has(POST_STORAGE_KEYS.urls)).toBe(true)
  })

  it('a batch check without a response keeps the list, and can be retried with the same URLs', async () => {
    const real = globalThis.fetch
    vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')))
    await check(URLS)
    expect(store.get(failedAtom)?.failure.kind).toBe('failed')
    expect(items.has(POST_STORAGE_KEYS.urls)).toBe(true)
    vi.stubGlobal('fetch', real)
    store.set(retryFailedBatchCheckAtom)
    expect(store.get(failedAtom)).toBeNull()
    await ended()
    expect(store.get(doneAtom)?.result.results.map((result) => result.url)).toEqual(URLS)
  })
})

describe('leaving', () => {
  it('leaving the page stops a batch check without an error, keeps the list, and the check starts again on return', async () => {
    handOver(URLS)
    enter()
    const running = store.get(runningAtom)
    store.set(batchFlow.cancelAtom)
    expect(running?.controller.signal.aborted).toBe(true)
    expect(store.get(runningAtom)).toBeNull()
    expect(items.has(POST_STORAGE_KEYS.urls)).toBe(true)
    expect(enter()).toEqual([])
    await ended()
    expect(store.get(doneAtom)).not.toBeNull()
    expect(batchCalls()).toBe(1)
  })

  it('cancelling a batch check deletes the stored list', () => {
    handOver(URLS)
    enter()
    expect(store.set(cancelBatchAtom)).toBe(false)
    expect(items.has(POST_STORAGE_KEYS.urls)).toBe(false)
    expect(enter()).toEqual(['/'])
  })
})

it('a cancelled second check returns to the first results; a completed one checks and saves only the posts that could not be judged, and the batch keeps its address', async () => {
  const HEALING = ['0', '9', '8', '7'].map((digit) => `https://x.com/sbx_clear/status/123${digit}`)
  const FIRST = ['AVAILABLE', 'UNKNOWN', 'NOT_FOUND', 'FORBIDDEN']
  const SECOND = ['AVAILABLE', 'AVAILABLE', 'NOT_FOUND', 'FORBIDDEN']

  const asked: string[][] = []
  /** X answers for every post from the second call on. */
  const sandbox = createSandboxUpstream()
  const healing = {
    ...sandbox,
    async checkPosts(...given: Parameters<typeof sandbox.checkPosts>) {
      const [posts] = given
      asked.push(posts.map(({ id }) => id))
      const judged = await sandbox.checkPosts(...given)
      return asked.length === 1
        ? judged
        : judged.map((one) => (one.status === 'UNKNOWN' ? { status: 'AVAILABLE' } : one))
    },
  }

  serveInProcess({ difficulty: 1, upstream: healing })
  await check(HEALING)
  const statuses = () => store.get(doneAtom)?.result.results.map(({ status }) => status)
  store.set(recheckPostsAtom, HEALING.slice(1, 2))
  expect(store.set(cancelBatchAtom)).toBe(true)
  expect(statuses()).toEqual(FIRST)
  const before = store.get(doneAtom)?.result.sessionId
  store.set(recheckPostsAtom, HEALING.slice(1, 2))
  await waitFor(() => expect(store.get(runningAtom)).toBeNull())
  expect(asked).toEqual([['1230', '1239', '1238', '1237'], ['1239']])
  expect(statuses()).toEqual(SECOND)
  const id = store.get(doneAtom)?.result.sessionId ?? ''
  expect(id).toBe(before)
  const { results } = await fetchHistory(id, new AbortController().signal)
  expect(results.map(({ status }) => status)).toEqual(FIRST)
})

describe('what the device keeps of a batch', () => {
  const KEPT = ['0', '7', '8', '9'].map((digit) => `https://x.com/sbx_clear/status/123${digit}`)

  let began: number
  beforeEach(() => {
    began = Date.now()
    emptyDevice()
  })

  /** Without what a check of the test before writes late. */
  const kept = async () => (await readWholeLog())?.batches.filter(({ at }) => at >= began) ?? []
  const keptSoon = (count: number) => waitFor(async () => expect(await kept()).toHaveLength(count))

  it('a finished batch is stored on the device with its time, its counts, and where the server keeps it until when', async () => {
    await check(KEPT)
    await keptSoon(1)
    const done = store.get(doneAtom)
    const [batch] = await kept()
    expect(batch).toEqual({
      at: done?.result.timestamp,
      sandbox: true,
      counts: { ok: 1, excluded: 1, quote: 0, restricted: 0, unsearched: 0, error: 2 },
      failed: 1,
      withheld: 0,
      sessionId: done?.result.sessionId,
      keptUntil: (done?.result.savedAt ?? 0) + 90 * 86_400_000,
      method: { name: 'x_search', version: METHOD_VERSION, asked: expect.any(Number) },
      judged: expect.arrayContaining([[expect.stringMatching(/^\d+$/), 'ok']]),
    })
    expect(JSON.stringify(batch)).not.toContain('sbx_clear')
    expect(batch?.sessionId).toMatch(/^[\w-]{22}$/)
  })

  it('a real batch is stored as real, and its record does not change if a second check of one post fails', async () => {
    serveInProcess({ difficulty: 1, upstream: { ...createSandboxUpstream(), name: 'x-api' } })
    await check(KEPT)
    await keptSoon(1)
    const [first] = await kept()
    expect(first?.sandbox).toBe(false)
    const serve = globalThis.fetch
    vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')))
    store.set(recheckPostsAtom, ['https://x.com/sbx_clear/status/1239'])
    await waitFor(() => expect(store.get(doneAtom)?.failed?.failure.kind).toBe('failed'))
    vi.stubGlobal('fetch', serve)
    expect(await kept()).toEqual([first])
  })

  it('a second check of one post is stored as a record of its own; a failed check stores none', async () => {
    await check(KEPT)
    await keptSoon(1)
    const first = store.get(doneAtom)
    store.set(recheckPostsAtom, ['https://x.com/sbx_clear/status/1239'])
    await keptSoon(2)
    const now = store.get(doneAtom)
    expect(now?.query.at).toBe(first?.query.at)
    expect(now?.result.results.map(({ again }) => again !== undefined)).toEqual([false, false, false, true])
    const [later, earlier] = await kept()
    expect(earlier).toMatchObject({ at: first?.result.timestamp, counts: { ok: 1, excluded: 1, error: 2 } })
    expect(later).toMatchObject({ counts: { ok: 0, excluded: 0, error: 1 }, judged: [['1239', 'error']] })
    expect(later?.sessionId).not.toBe(earlier?.sessionId)
    await check(FAILING)
    await waitFor(() => expect(store.get(failedAtom)).not.toBeNull())
    expect(await kept()).toHaveLength(2)
  })
})

it('the end of storage is unknown for a batch that the server did not save, or for which it names no duration', () => {
  const AT = Date.UTC(2026, 10, 22)
  const batch: FinishedBatch = {
    results: ['AVAILABLE', 'NOT_FOUND', 'UNKNOWN', 'UNKNOWN'].map((status) => ({ url: 'a', status })),
    upstream: 'x-api',
    timestamp: AT,
    savedAt: AT,
    sessionId: 'A_-bcdefghijklmnopqr01',
    keptDays: 90,
  }
  expect(toStoredBatch({ ...batch, sessionId: '' })).toMatchObject({ sessionId: '', keptUntil: null })
  expect(toStoredBatch({ ...batch, keptDays: undefined }).keptUntil).toBeNull()
  expect(toStoredBatch({ ...batch, keptDays: 0, timestamp: 1 }).keptUntil).toBe(AT)
})

describe('posts that were checked again', () => {
  const post = (url: string, status: string) => ({ url, status })
  const batch = (results: ReturnType<typeof post>[], at: number): FinishedBatch => ({
    results,
    upstream: 'x-api',
    timestamp: at,
    savedAt: at,
    sessionId: `saved at ${at}`,
  })
  const FIRST = batch([post('a', 'UNKNOWN'), post('b', 'AVAILABLE'), post('c', 'UNKNOWN')], 1)
  const LATER = batch([post('c', 'FORBIDDEN'), post('a', 'AVAILABLE'), post('z', 'AVAILABLE')], 5)

  it('posts that were checked again take the place of the earlier ones, and what is shared remains the earlier batch', () => {
    const joined = withRechecked(FIRST, LATER)
    expect(joined).toEqual({
      ...FIRST,
      results: [
        { ...post('a', 'AVAILABLE'), again: 5 },
        post('b', 'AVAILABLE'),
        { ...post('c', 'FORBIDDEN'), again: 5 },
      ],
      saved: FIRST.results,
    })
    expect(withRechecked(joined, LATER).saved).toBe(FIRST.results)
  })

  it('a post that was checked again is still compared with what it was before the batch', () => {
    const before = { at: 0, group: 'ok', version: null } as const
    const first = { ...FIRST, results: [{ ...post('a', 'UNKNOWN'), before }] }
    const again = { ...LATER, results: [{ ...post('a', 'FORBIDDEN'), before: { ...before, at: 1 } }] }
    expect(withRechecked(first, again).results[0]?.before).toBe(before)
  })
})
