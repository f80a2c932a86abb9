import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { upstreamAtom } from '../../../../src/check/upstreamAtom.ts'
import { wholeLog } from '../../../../src/log/store/wholeLog.ts'
import {
  cancelBatchAtom,
  doneBatchAtom,
  enterBatchAtom,
  failedBatchAtom,
  repeatPostAtom,
} from '../../../../src/posts/batch/batchAtoms.ts'
import { KEYS } from '../../../../src/posts/form/sessionStore.ts'
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
const keptSoon = (count: number) =>
  vi.waitFor(async () => expect(await kept()).toHaveLength(count), { timeout: 25_000 })

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

it('keeps the whole again when a part was checked again, and nothing of a check that failed', async () => {
  check(URLS)
  await keptSoon(1)
  store.set(repeatPostAtom, post('9'))
  await keptSoon(2)
  expect((await kept()).map(({ counts }) => counts.error)).toEqual([2, 2])
  check(['https://x.com/sbx_err_500/status/1'])
  await vi.waitFor(() => expect(store.get(failedBatchAtom)).not.toBeNull(), { timeout: 25_000 })
  expect(await kept()).toHaveLength(2)
})
