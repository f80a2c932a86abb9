import { atom } from 'jotai/vanilla'
import { BATCH_POSTS_MAX } from '../../../contract/names.ts'
import { groupOfPost } from '../../../contract/outcomes.ts'
import { createFlow } from '../../check/createFlow.ts'
import type { FinishedFlow } from '../../check/createFlow.ts'
import { holdLock, isDuplicateOfRunning } from '../../check/otherTab.ts'
import { readFromTab, removeFromTab, storeInTab } from '../../lib/tabStore.ts'
import type { ListedPost } from '../../results/posts.ts'
import type { StoreOutcome } from '../../storage/database.ts'
import { storeBatch } from '../../storage/stores.ts'
import { text } from '../../text/ja.ts'
import { resultText } from '../../text/result.ts'
import { toStoredBatch, withRechecked } from '../../results/finishedBatch.ts'
import type { FinishedBatch } from '../../results/finishedBatch.ts'
import { parseStoredRows, parseStoredUrls, rowsFromUrls } from '../form/rows.ts'
import { POST_STORAGE_KEYS, batchCheckModule } from '../keys.ts'

/** The posts of one check. `at` is when it began, in Unix milliseconds, and `entry` the key of the history entry that it belongs to. */
type Batch = { urls: readonly string[]; at: number; entry: string }

/** The state machine of the post check. If some posts are checked again, `at` remains the start of the first check. */
export const batchFlow = createFlow<Batch, FinishedBatch>()
const { runningAtom, doneAtom, failedAtom } = batchFlow
/** The finished batch on the page: the last one, or the earlier one while some of its posts are checked again. */
export const shownBatchAtom = atom((get) => get(doneAtom) ?? get(runningAtom)?.previous ?? null)
/** The time of the shown batch or, before there is one, when its check began, in Unix milliseconds; null if there is no check. */
export const batchTimeAtom = atom((get) => {
  const shown = get(shownBatchAtom)
  return shown ? shown.result.timestamp : (get(batchFlow.queryAtom)?.at ?? null)
})
const FAILED_CODE = 500

/** The posts of the shown batch. If a first check failed, each URL is listed with the error. */
export const batchPostsAtom = atom((get): readonly ListedPost[] | null => {
  const shown = get(shownBatchAtom)
  if (shown) return shown.result.results
  const failed = get(failedAtom)
  if (!failed || failed.failure.kind === 'unloaded') return null
  const { failed: message } = text.post
  return failed.query.urls.map((url) => ({ url, code: FAILED_CODE, status: 'error', message }))
})

/** The name of the lock that a tab holds while it checks posts. */
const lockOf = (urls: readonly string[]) => `posts ${urls.join(' ')}`

/** `onDuplicate` is given if this tab may be the duplicate of one that is checking the same posts. If it is, it is called instead of a check. */
const startAtom = atom(
  null,
  async (
    _get,
    set,
    { urls, entry }: Pick<Batch, 'urls' | 'entry'>,
    previous?: FinishedFlow<Batch, FinishedBatch>,
    onDuplicate?: () => void,
  ) => {
    const at = previous?.query.at ?? Date.now()
    const lock = lockOf(urls)
    let checked: FinishedBatch | undefined
    const ended = await set(
      batchFlow.runAtom,
      { urls, at, entry },
      async (run) => {
        const isDuplicate = onDuplicate !== undefined && (await isDuplicateOfRunning(lock))
        // The visitor may have left the page meanwhile.
        if (isDuplicate && !run.signal.aborted) {
          set(batchFlow.cancelAtom)
          onDuplicate()
        }
        run.signal.throwIfAborted()
        const checking = batchCheckModule.load().then((checkPosts) => checkPosts(urls, run))
        holdLock(lock, checking)
        checked = await checking
        return previous ? withRechecked(previous.result, checked) : checked
      },
      previous,
    )
    // After a refusal by the server, a reload does not repeat the check. After a failure without a response, it does.
    if (ended?.state === 'done' || (ended?.state === 'failed' && ended.failure.kind === 'refused'))
      removeFromTab(POST_STORAGE_KEYS.urls)
    if (ended?.state !== 'done' || !checked) return
    set(storedAtom, { endedAt: ended.endedAt, outcome: await storeBatch(toStoredBatch(checked)) })
  },
)

/** Whether the check that was stored last was stored. `endedAt` is the one of its result. */
const storedAtom = atom<{ endedAt: number; outcome: StoreOutcome } | null>(null)
/** Whether the check of the shown result was stored; null while it is. */
export const storeOutcomeAtom = atom((get) => {
  const stored = get(storedAtom)
  return stored && stored.endedAt === get(shownBatchAtom)?.endedAt ? stored.outcome : null
})

/** Lets the form show the URLs instead of the result page checking them. */
function putBackIntoForm(urls: readonly string[]): void {
  removeFromTab(POST_STORAGE_KEYS.urls)
  if (!parseStoredRows(readFromTab(POST_STORAGE_KEYS.rows)))
    storeInTab(POST_STORAGE_KEYS.rows, rowsFromUrls(urls))
}

type Arrival = {
  /** The key of the history entry. */
  entry: string
  /** Whether the visitor came by Back, a reload or a duplicated tab instead of a link or the form. */
  isBack: boolean
  leaveTo: (path: string) => void
}

/**
 * Starts a check of the URLs that the form stored. Without any, the batch of this entry is shown if it is in memory. Otherwise the page
 * leaves to `/`; with too many URLs, or a moment later if the tab is the duplicate of one that is checking these posts, to the form.
 */
export const enterBatchAtom = atom(null, (get, set, { entry, isBack, leaveTo }: Arrival) => {
  const urls = parseStoredUrls(readFromTab(POST_STORAGE_KEYS.urls))
  if (!urls) {
    if (get(batchFlow.queryAtom)?.entry !== entry) leaveTo('/')
    return
  }
  const showForm = () => {
    putBackIntoForm(urls)
    leaveTo('/tweetcheck')
  }
  if (urls.length > BATCH_POSTS_MAX) {
    showForm()
    return
  }
  set(rowUrlAtom, null)
  void set(startAtom, { urls, entry }, undefined, isBack ? showForm : undefined)
})

/** Checks the URLs of the check that failed again, all of them, and keeps the earlier result if there is one. */
export const retryFailedBatchCheckAtom = atom(null, (get, set) => {
  const failed = get(failedAtom)
  if (!failed) return
  const previous = get(doneAtom)
  if (!previous) storeInTab(POST_STORAGE_KEYS.urls, failed.query.urls)
  void set(startAtom, failed.query, previous ?? undefined)
})

const rowUrlAtom = atom<string | null>(null)
/** The URL of the post whose own row was used to check it again, last or now; null after any other check. */
export const recheckedUrlAtom = atom((get) => get(rowUrlAtom))

/** Checks some posts of the result again. The focus then moves to the verdict. */
export const recheckPostsAtom = atom(null, (get, set, urls: readonly string[]) => {
  const done = get(doneAtom)
  if (!done) return
  set(rowUrlAtom, null)
  void set(startAtom, { ...done.query, urls }, done)
})

/** Checks one post again from its row, where the focus stays. */
export const recheckRowAtom = atom(null, (get, set, url: string) => {
  const done = get(doneAtom)
  if (!done) return
  set(rowUrlAtom, url)
  void set(startAtom, { ...done.query, urls: [url] }, done)
})

/** Tells screen readers the stage of a check and, after a post was checked again from its row, what its result is now. */
export const batchAnnouncementAtom = atom((get) => {
  const url = get(rowUrlAtom)
  const done = get(doneAtom)
  const post = done?.failed ? undefined : done?.result.results.find((result) => result.url === url)
  if (!post || post.again === undefined) return get(batchFlow.announcementAtom)
  return text.post.checkedAgain(resultText.badge[groupOfPost(post)])
})

/** Stops a running check and discards its URLs. Returns true if there is an earlier result to show. */
export const cancelBatchAtom = atom(null, (get, set) => {
  set(batchFlow.cancelAtom)
  removeFromTab(POST_STORAGE_KEYS.urls)
  return get(doneAtom) !== null
})
