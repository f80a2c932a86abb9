import { atom } from 'jotai/vanilla'
import { DAY_MS } from '../../../contract/dates.ts'
import { BATCH_MAX } from '../../../contract/names.ts'
import type { BatchAnswer } from '../../../contract/wire.ts'
import { CheckError } from '../../check/CheckError.ts'
import { upstreamAtom } from '../../check/upstream.ts'
import { createFlow } from '../../check/createFlow.ts'
import type { Done } from '../../check/createFlow.ts'
import type { CheckRun } from '../../check/deadlines.ts'
import { readFromTab, removeFromTab, storeInTab } from '../../lib/tabStore.ts'
import { postsMethod } from '../../results/method.ts'
import { countGroups, failedCount, postsToRepeat } from '../../results/posts.ts'
import type { ListedPost } from '../../results/posts.ts'
import type { StoredBatch } from '../../storage/records.ts'
import { storeBatch } from '../../storage/stores.ts'
import { text } from '../../text/ja.ts'
import { readRows, readUrls, rowsWith } from '../form/rows.ts'
import { KEYS, batchCheckModule } from '../keys.ts'

/** A finished check with what was checked again since. `savedRows` is set where the saved batch holds fewer rows. */
export type CheckedBatch = Omit<BatchAnswer, 'results'> & {
  results: readonly ListedPost[]
  savedRows?: number | undefined
}

/** As the device keeps it. `at` is when the check began, and `savedAt` when the server saved it, in Unix milliseconds. */
export function storedBatchOf(
  { results, sessionId, keptDays, savedRows }: CheckedBatch,
  { at, savedAt = at }: { at: number; savedAt?: number },
  sandbox: boolean,
): StoredBatch {
  const method = postsMethod(results)
  return {
    at,
    sandbox,
    counts: countGroups(results),
    failed: failedCount(results),
    sessionId,
    keptUntil: sessionId && keptDays !== undefined ? savedAt + keptDays * DAY_MS : null,
    savedRows: savedRows ?? null,
    ...(method && { method }),
  }
}

/** `at` is when a check began, in Unix milliseconds. */
type Batch = { urls: readonly string[]; at: number }

/** The earlier answer with the rows that were checked again, and the address of the newer saved batch, where there is one. */
export function mergeBatches(previous: CheckedBatch, later: BatchAnswer, { urls, at }: Batch): CheckedBatch {
  const asked = new Set(urls)
  const byUrl = new Map(later.results.map((result) => [result.url, result]))
  const isPart = previous.results.some(({ url }) => !byUrl.has(url))
  const saved = later.sessionId
    ? { sessionId: later.sessionId, savedRows: isPart ? later.results.length : undefined }
    : { sessionId: previous.sessionId, savedRows: previous.savedRows }
  return {
    ...saved,
    results: previous.results.map((row) => {
      const result = asked.has(row.url) && byUrl.get(row.url)
      return result ? { ...result, again: at } : row
    }),
    timestamp: previous.timestamp,
    keptDays: later.keptDays ?? previous.keptDays,
    agreement: [...(later.agreement ?? []), ...(previous.agreement ?? [])],
  }
}

/** `at` is of the whole check also where a part of it is checked again. */
export const batchFlow = createFlow<Batch, CheckedBatch>()
const { runningAtom, doneAtom, failedAtom } = batchFlow
export const shownBatchAtom = atom((get) => get(doneAtom) ?? get(runningAtom)?.previous ?? null)
/** The one time of a check, in Unix milliseconds: when the server saved it, as its saved copy tells it too, or when it began. */
export function batchTime({ answer, asked }: Pick<Done<Batch, CheckedBatch>, 'answer' | 'asked'>): number {
  return Math.trunc(answer.timestamp ?? asked.at)
}

export const batchTimeAtom = atom((get) => {
  const shown = get(shownBatchAtom)
  return shown ? batchTime(shown) : (get(batchFlow.askedAtom)?.at ?? null)
})
const FAILED_CODE = 500

export const batchPostsAtom = atom((get): readonly ListedPost[] | null => {
  const shown = get(shownBatchAtom)
  if (shown) return shown.answer.results
  const failed = get(failedAtom)
  if (!failed || failed.failure.kind === 'unloaded') return null
  const { failed: message } = text.post
  return failed.asked.urls.map((url) => ({ url, code: FAILED_CODE, status: 'error', message }))
})

const runAtom = atom(
  null,
  async (get, set, urls: readonly string[], previous?: Done<Batch, CheckedBatch>) => {
    const began = Date.now()
    const job = async (run: CheckRun): Promise<CheckedBatch> => {
      try {
        const checkPosts = await batchCheckModule.load()
        const answer = await checkPosts(urls, run, previous?.answer.sessionId)
        if (!run.signal.aborted) removeFromTab(KEYS.urls)
        return previous ? mergeBatches(previous.answer, answer, { urls, at: began }) : answer
      } catch (error) {
        // A refused call is not repeated by a reload; one that never reached the server is.
        if (error instanceof CheckError) removeFromTab(KEYS.urls)
        throw error
      }
    }
    const at = previous?.asked.at ?? began
    await set(batchFlow.runAtom, { urls, at }, job, previous)
    const done = get(doneAtom)
    // A run that was stopped or failed leaves an earlier answer, which is kept already.
    if (done && done.answer !== previous?.answer) {
      await storeBatch(
        storedBatchOf(done.answer, { at: batchTime(done), savedAt: began }, get(upstreamAtom) === 'sandbox'),
      )
    }
  },
)

/** Starts the check that the form handed over, or returns where to go instead: home where there is none, the form where there are too many URLs. */
export const enterBatchAtom = atom(null, (get, set) => {
  const urls = readUrls(readFromTab(KEYS.urls))
  if (urls && urls.length > BATCH_MAX) {
    removeFromTab(KEYS.urls)
    if (!readRows(readFromTab(KEYS.rows))) storeInTab(KEYS.rows, rowsWith(urls))
    return '/tweetcheck'
  }
  if (urls) void set(runAtom, urls)
  return get(batchFlow.askedAtom) ? null : '/'
})

export const retryBatchAtom = atom(null, (get, set) => {
  const failed = get(failedAtom)
  if (!failed) return
  const previous = get(doneAtom)
  if (!previous) storeInTab(KEYS.urls, failed.asked.urls)
  void set(runAtom, failed.asked.urls, previous ?? undefined)
})

/** The post of which another check failed, where it had an answer and was asked alone. */
export const refusedPostAtom = atom((get) => {
  const done = get(doneAtom)
  const [url, ...others] = done?.failed?.asked.urls ?? []
  if (!done || url === undefined || others.length > 0) return null
  return postsToRepeat(done.answer.results).some((post) => post.url === url) ? null : url
})

/** Checks some posts of the answer again. */
export const repeatPostsAtom = atom(null, (get, set, urls: readonly string[]) => {
  const done = get(doneAtom)
  if (done) void set(runAtom, urls, done)
})

/** Stops a running check and discards its URLs. True when there is an earlier answer to show. */
export const cancelBatchAtom = atom(null, (get, set) => {
  set(batchFlow.leaveAtom)
  removeFromTab(KEYS.urls)
  return get(doneAtom) !== null
})
