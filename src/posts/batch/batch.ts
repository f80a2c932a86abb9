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

/** A finished check, including rows that were checked again since. `savedRows` is set if the saved batch contains fewer rows. */
export type CheckedBatch = Omit<BatchAnswer, 'results'> & {
  results: readonly ListedPost[]
  savedRows?: number | undefined
}

/** Converts a batch to the form that the device stores. `at` is when the check began, and `savedAt` when the server saved it, in Unix milliseconds. */
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

/** The posts of one check. `at` is when it began, in Unix milliseconds. */
type Batch = { urls: readonly string[]; at: number }

/** Merges rows that were checked again into the earlier result. If the server saved a newer batch, the merged result has its id. */
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

/** The state machine of the post check. If some posts are checked again, `at` remains the start of the first check. */
export const batchFlow = createFlow<Batch, CheckedBatch>()
const { runningAtom, doneAtom, failedAtom } = batchFlow
export const shownBatchAtom = atom((get) => get(doneAtom) ?? get(runningAtom)?.previous ?? null)
/** Returns the time that identifies a check, in Unix milliseconds: when the server saved it or, if it was not saved, when it began. */
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
        // After a refusal by the server, a reload does not repeat the check. After a failure without a response, it does.
        if (error instanceof CheckError) removeFromTab(KEYS.urls)
        throw error
      }
    }
    const at = previous?.asked.at ?? began
    await set(batchFlow.runAtom, { urls, at }, job, previous)
    const done = get(doneAtom)
    // After a run that was stopped or failed, the earlier result is shown, which is stored already.
    if (done && done.answer !== previous?.answer) {
      await storeBatch(
        storedBatchOf(done.answer, { at: batchTime(done), savedAt: began }, get(upstreamAtom) === 'sandbox'),
      )
    }
  },
)

/** Starts a check of the URLs that the form stored. Returns null, or a path to navigate to: the home page if there is nothing to check, the form if there are too many URLs. */
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

/** The URL of a post that was checked again alone without success, if its earlier result was final; else null. */
export const refusedPostAtom = atom((get) => {
  const done = get(doneAtom)
  const [url, ...others] = done?.failed?.asked.urls ?? []
  if (!done || url === undefined || others.length > 0) return null
  return postsToRepeat(done.answer.results).some((post) => post.url === url) ? null : url
})

/** Checks some posts of the result again. */
export const repeatPostsAtom = atom(null, (get, set, urls: readonly string[]) => {
  const done = get(doneAtom)
  if (done) void set(runAtom, urls, done)
})

/** Stops a running check and discards its URLs. Returns true if there is an earlier result to show. */
export const cancelBatchAtom = atom(null, (get, set) => {
  set(batchFlow.leaveAtom)
  removeFromTab(KEYS.urls)
  return get(doneAtom) !== null
})
