import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { METHOD_VERSION } from '../../../../contract/evidence.ts'
import { createSandbox } from '../../../../server/upstream/sandbox.ts'
import { upstreamAtom } from '../../../../src/check/CheckError.ts'
import {
  cancelBatchAtom,
  doneBatchAtom,
  enterBatchAtom,
  failedBatchAtom,
  repeatBatchAtom,
  repeatPostAtom,
} from '../../../../src/posts/batch/batch.ts'
import { KEYS } from '../../../../src/posts/form/rowsAtoms.ts'
import { fetchHistory } from '../../../../src/posts/history/fetchHistory.ts'
import { wholeLog } from '../../../../src/storage/stores.ts'
import { waitFor } from '../../../waitFor.ts'
import { emptyDevice } from '../../log/deviceLog.ts'
import { serveInProcess } from '../../serveInProcess.ts'
import { stubSessionStorage } from '../form/sessionStorageStub.ts'

describe('a second check', () => {
  const URLS = ['0', '9', '8', '7'].map((digit) => `https://x.com/sbx_clear/status/123${digit}`)
  const FIRST = ['AVAILABLE', 'UNKNOWN', 'NOT_FOUND', 'FORBIDDEN']
  const SECOND = ['AVAILABLE', 'AVAILABLE', 'NOT_FOUND', 'FORBIDDEN']

  let store: ReturnType<typeof createStore>
  let asked: string[][]

  /** X answers for every post from the second call on. */
  const sandbox = createSandbox()
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

  beforeEach(async () => {
    store = createStore()
    asked = []
    const items = stubSessionStorage('working')
    serveInProcess({ difficulty: 1, upstream: healing })
    items.set(KEYS.urls, JSON.stringify(URLS))
    store.set(enterBatchAtom)
    await ended()
  })
  afterEach(() => {
    store.set(cancelBatchAtom)
    vi.unstubAllGlobals()
  })

  const ended = () => waitFor(() => expect(store.get(doneBatchAtom)).not.toBeNull())
  const statuses = () => store.get(doneBatchAtom)?.answer.results.map(({ status }) => status)

  it('asks again for what could not be judged, for nothing else, and saves the whole under a new address', async () => {
    expect(statuses()).toEqual(FIRST)
    const before = store.get(doneBatchAtom)?.answer.sessionId
    store.set(repeatBatchAtom)
    await ended()
    expect(asked).toEqual([['1230', '1239', '1238', '1237'], ['1239']])
    expect(statuses()).toEqual(SECOND)
    const id = store.get(doneBatchAtom)?.answer.sessionId ?? ''
    expect(id).not.toBe(before)
    const { results, keptDays } = await fetchHistory(id, new AbortController().signal)
    expect(results.map(({ status }) => status)).toEqual(SECOND)
    expect(keptDays).toBe(90)
  })

  it('keeps the answer, and says why, when the second check fails', async () => {
    vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')))
    store.set(repeatBatchAtom)
    await ended()
    expect(statuses()).toEqual(FIRST)
    expect(store.get(doneBatchAtom)?.failed?.failure.kind).toBe('failed')
  })

  it('goes back to the answer when it is cancelled', () => {
    store.set(repeatBatchAtom)
    expect(store.set(cancelBatchAtom)).toBe(true)
    expect(statuses()).toEqual(FIRST)
  })
})

describe('what the device keeps of a batch', () => {
  const post = (digit: string) => `https://x.com/sbx_clear/status/123${digit}`
  const URLS = ['0', '7', '8', '9'].map(post)

  let store: ReturnType<typeof createStore>
  let items: Map<string, string>

  beforeEach(() => {
    store = createStore()
    store.set(upstreamAtom, 'sandbox')
    items = stubSessionStorage('working')
    serveInProcess({ difficulty: 1 })
    emptyDevice()
  })
  afterEach(() => {
    store.set(cancelBatchAtom)
    vi.unstubAllGlobals()
  })

  const kept = async () => (await wholeLog())?.batches ?? []
  const keptSoon = (count: number) => waitFor(async () => expect(await kept()).toHaveLength(count))

  function check(urls: string[]): void {
    items.set(KEYS.urls, JSON.stringify(urls))
    store.set(enterBatchAtom)
  }

  it('keeps a finished check on the device: when, what came out, and where the server has it', async () => {
    check(URLS)
    await keptSoon(1)
    const done = store.get(doneBatchAtom)
    const [batch] = await kept()
    expect(batch).toEqual({
      at: done?.asked.at,
      sandbox: true,
      counts: { ok: 1, excluded: 1, quote: 0, restricted: 0, unsearched: 0, error: 2 },
      failed: 1,
      sessionId: done?.answer.sessionId,
      keptUntil: (done?.asked.at ?? 0) + 90 * 86_400_000,
      savedRows: null,
      method: { name: 'x_search', version: METHOD_VERSION, asked: expect.any(Number) },
    })
    expect(JSON.stringify(batch)).not.toContain('sbx_clear')
    expect(batch?.sessionId).toMatch(/^[\w-]{22}$/)
  })

  it('says of a real answer that it is real', async () => {
    store.set(upstreamAtom, 'x')
    check(URLS)
    await keptSoon(1)
    expect((await kept())[0]?.sandbox).toBe(false)
  })

  it('leaves the record as it was when a second check of a part fails', async () => {
    check(URLS)
    await keptSoon(1)
    const [first] = await kept()
    const serve = globalThis.fetch
    vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')))
    store.set(repeatPostAtom, post('9'))
    await waitFor(() => expect(store.get(doneBatchAtom)?.failed).toBeDefined())
    vi.stubGlobal('fetch', serve)
    expect(await kept()).toEqual([first])
  })

  it('keeps the batch’s time when a part was checked again, replaces its record by the whole, and keeps nothing of a check that failed', async () => {
    check(URLS)
    await keptSoon(1)
    const first = store.get(doneBatchAtom)
    store.set(repeatPostAtom, post('9'))
    await waitFor(async () => expect((await kept())[0]?.sessionId).not.toBe(first?.answer.sessionId))
    const now = store.get(doneBatchAtom)
    expect(now?.asked.at).toBe(first?.asked.at)
    expect(now?.answer.results.map(({ again }) => again !== undefined)).toEqual([false, false, false, true])
    expect(await kept()).toMatchObject([
      { at: first?.asked.at, counts: { ok: 1, excluded: 1, error: 2 }, sessionId: now?.answer.sessionId },
    ])
    check(['https://x.com/sbx_err_500/status/1'])
    await waitFor(() => expect(store.get(failedBatchAtom)).not.toBeNull())
    expect(await kept()).toHaveLength(1)
  })
})
