import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { upstreamAtom } from '../../../../src/check/CheckError.ts'
import {
  cancelBatchAtom,
  doneBatchAtom,
  enterBatchAtom,
  failedBatchAtom,
  repeatPostAtom,
} from '../../../../src/posts/batch/batch.ts'
import { KEYS } from '../../../../src/posts/form/rowsAtoms.ts'
import { wholeLog } from '../../../../src/storage/wholeLog.ts'
import { waitFor } from '../../../waitFor.ts'
import { emptyDevice } from '../../log/deviceLog.ts'
import { serveInProcess } from '../../serveInProcess.ts'
import { stubSessionStorage } from '../form/sessionStorageStub.ts'

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
  const first = store.get(doneBatchAtom)
  const serve = globalThis.fetch
  vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')))
  store.set(repeatPostAtom, post('9'))
  await waitFor(() => expect(store.get(doneBatchAtom)?.repeatFailure).toBeDefined())
  vi.stubGlobal('fetch', serve)
  // What was kept of the failure, if anything, is there once the next one is kept.
  store.set(repeatPostAtom, post('9'))
  await waitFor(async () =>
    expect((await kept()).map(({ at }) => at)).not.toContain(first?.asked.at ?? Infinity),
  )
  expect((await kept()).map(({ at }) => at)).toEqual([store.get(doneBatchAtom)?.asked.at])
})

it('replaces the record when a part was checked again, by the whole, and keeps nothing of a check that failed', async () => {
  check(URLS)
  await keptSoon(1)
  const first = store.get(doneBatchAtom)
  store.set(repeatPostAtom, post('9'))
  await waitFor(async () => expect((await kept())[0]?.at).toBeGreaterThan(first?.asked.at ?? Infinity))
  const now = store.get(doneBatchAtom)
  expect(await kept()).toMatchObject([
    { at: now?.asked.at, counts: { ok: 1, excluded: 1, error: 2 }, sessionId: now?.answer.sessionId },
  ])
  expect(now?.answer.sessionId).not.toBe(first?.answer.sessionId)
  check(['https://x.com/sbx_err_500/status/1'])
  await waitFor(() => expect(store.get(failedBatchAtom)).not.toBeNull())
  expect(await kept()).toHaveLength(1)
})
