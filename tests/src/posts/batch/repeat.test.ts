import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UNSEARCHED_REASONS } from '../../../../contract/evidence.ts'
import { createSandbox } from '../../../../server/upstream/sandbox.ts'
import {
  batchPostsAtom,
  cancelBatchAtom,
  doneBatchAtom,
  enterBatchAtom,
  repeatBatchAtom,
  runningBatchAtom,
} from '../../../../src/posts/batch/batch.ts'
import { KEYS } from '../../../../src/posts/form/rowsAtoms.ts'
import { fetchHistory } from '../../../../src/posts/history/fetchHistory.ts'
import { postsToRepeat } from '../../../../src/results/posts.ts'
import { waitFor } from '../../../waitFor.ts'
import { serveInProcess } from '../../serveInProcess.ts'
import { stubSessionStorage } from '../form/sessionStorageStub.ts'

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

it('asks again for what could not be judged, and for nothing else', async () => {
  expect(statuses()).toEqual(FIRST)
  store.set(repeatBatchAtom)
  await ended()
  expect(asked).toEqual([['1230', '1239', '1238', '1237'], ['1239']])
  expect(statuses()).toEqual(SECOND)
})

it('is offered for a post whose search may succeed at once, and for no other', () => {
  const posts = UNSEARCHED_REASONS.map((reason) => ({
    url: reason,
    status: 'UNSEARCHED',
    evidence: { visible: true, found: null, reason },
  }))
  const evidence = { visible: true, found: true, reason: null }
  const found = { url: 'found', status: 'AVAILABLE', evidence }
  const excluded = { url: 'excluded', status: 'FORBIDDEN', evidence: { ...evidence, found: false } }
  const unknown = { url: 'unknown', status: 'UNKNOWN' }
  expect(postsToRepeat([...posts, found, excluded, unknown]).map(({ url }) => url)).toEqual([
    'queue',
    'no_control',
    'failed',
    'limited',
    'partial',
    'unseen',
    'unknown',
  ])
})

it('keeps the rows on the page meanwhile', () => {
  store.set(repeatBatchAtom)
  expect(store.get(runningBatchAtom)).not.toBeNull()
  expect(store.get(batchPostsAtom)?.map(({ status }) => status)).toEqual(FIRST)
})

it('saves the whole under a new address', async () => {
  const before = store.get(doneBatchAtom)?.answer.sessionId
  store.set(repeatBatchAtom)
  await ended()
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
