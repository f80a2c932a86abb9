import { atom } from 'jotai/vanilla'
import { BATCH_MAX } from '../../../contract/names.ts'
import { CheckError } from '../../check/CheckError.ts'
import { createFlow } from '../../check/createFlow.ts'
import type { Done } from '../../check/createFlow.ts'
import type { CheckRun } from '../../check/deadlines.ts'
import { readFromTab, removeFromTab, storeInTab } from '../../lib/tabStore.ts'
import { postsToRepeat } from '../../results/posts.ts'
import type { ListedPost } from '../../results/posts.ts'
import { storeBatch } from '../../storage/stores.ts'
import { text } from '../../text/ja.ts'
import { finishedBatch, mergeBatches, storedBatchOf } from '../finishedBatch.ts'
import type { FinishedBatch } from '../finishedBatch.ts'
import { readRows, readUrls, rowsWith } from '../form/rows.ts'
import { KEYS, batchCheckModule } from '../keys.ts'

/** The posts of one check. `at` is when it began, in Unix milliseconds. */
type Batch = { urls: readonly string[]; at: number }

/** The state machine of the post check. If some posts are checked again, `at` remains the start of the first check. */
export const batchFlow = createFlow<Batch, FinishedBatch>()
const { runningAtom, doneAtom, failedAtom } = batchFlow
export const shownBatchAtom = atom((get) => get(doneAtom) ?? get(runningAtom)?.previous ?? null)
export const batchTimeAtom = atom((get) => {
  const shown = get(shownBatchAtom)
  return shown ? shown.answer.timestamp : (get(batchFlow.askedAtom)?.at ?? null)
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
  async (get, set, urls: readonly string[], previous?: Done<Batch, FinishedBatch>) => {
    const began = Date.now()
    const job = async (run: CheckRun): Promise<FinishedBatch> => {
      try {
        const checkPosts = await batchCheckModule.load()
        const checked = await checkPosts(urls, run, previous?.answer.sessionId)
        if (!run.signal.aborted) removeFromTab(KEYS.urls)
        return previous
          ? mergeBatches(previous.answer, checked.answer, { urls, at: began })
          : finishedBatch(checked, began)
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
      await storeBatch(storedBatchOf(done.answer))
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
