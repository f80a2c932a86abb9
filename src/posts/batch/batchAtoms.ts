import { atom } from 'jotai/vanilla'
import { BATCH_MAX } from '../../../contract/batchMax.ts'
import type { BatchAnswer } from '../../../contract/wire.ts'
import { toFailure } from '../../check/failure.ts'
import type { Failure } from '../../check/failure.ts'
import { inState } from '../../check/inState.ts'
import type { Stage } from '../../check/stage.ts'
import type { ListedPost } from '../../results/listedPost.ts'
import { batchCheckPart } from '../batchCheckPart.ts'
import { readRows, readUrls, rowsWith } from '../form/inputRows.ts'
import { forget, keep, recall } from '../form/sessionStore.ts'
import { failedPosts } from './failedPosts.ts'
import { merged, urlsToRepeat } from './repeat.ts'

/** `at` is when the check began, `endedAt` when it ended, in Unix milliseconds. */
type Batch = { urls: readonly string[]; at: number }
type Done = { state: 'done'; answer: BatchAnswer; endedAt: number; repeatFailure?: Failure } & Batch
type BatchFlow =
  | { state: 'idle' }
  /** `earlier` is the answer of which some rows are checked again. */
  | ({ state: 'running'; stage: Stage; controller: AbortController; earlier?: Done } & Batch)
  | Done
  | ({ state: 'failed'; failure: Failure; endedAt: number } & Batch)

const IDLE: BatchFlow = { state: 'idle' }
const flowAtom = atom<BatchFlow>(IDLE)

export const runningBatchAtom = inState(flowAtom, 'running')
export const failedBatchAtom = inState(flowAtom, 'failed')
export const doneBatchAtom = inState(flowAtom, 'done')
/** When the shown check began; null before it did. */
export const batchTimeAtom = atom((get) => {
  const flow = get(flowAtom)
  return flow.state === 'idle' ? null : flow.at
})
/** The rows of a finished check: its results, or every URL as an error when it failed. While some are checked again, all stay. */
export const batchPostsAtom = atom((get): readonly ListedPost[] | null => {
  const flow = get(flowAtom)
  if (flow.state === 'done') return flow.answer.results
  if (flow.state === 'failed') return flow.failure.kind === 'unloaded' ? null : failedPosts(flow.urls)
  return flow.state === 'running' ? (flow.earlier?.answer.results ?? null) : null
})

const runAtom = atom(null, async (get, set, urls: readonly string[], earlier?: Done) => {
  if (get(runningBatchAtom)) return
  const batch = { urls, at: Date.now() }
  const controller = new AbortController()
  const { signal } = controller
  const startedAt = performance.now()
  const report = (stage: Stage) => {
    if (signal.aborted) return
    set(flowAtom, { state: 'running', stage, controller, ...(earlier && { earlier }), ...batch })
  }
  report({ name: 'ip' })
  try {
    const checkPosts = await batchCheckPart.load()
    const answer = await checkPosts(urls, { startedAt, signal, report }, earlier?.answer.sessionId)
    if (signal.aborted) return
    forget('urls')
    const whole = earlier ? merged(earlier.answer, answer) : answer
    set(flowAtom, { state: 'done', answer: whole, endedAt: Date.now(), ...batch })
  } catch (error) {
    if (signal.aborted) return
    const ended = { failure: toFailure(error), endedAt: Date.now() }
    if (earlier) {
      set(flowAtom, { ...earlier, repeatFailure: ended.failure, endedAt: ended.endedAt })
      return
    }
    // A refused call is not repeated by a reload; one that never reached the server is.
    if (error instanceof Error && error.name === 'CheckError') forget('urls')
    set(flowAtom, { state: 'failed', ...ended, ...batch })
  }
})

/**
 * Starts the check that the form handed over. Returns a path to go to instead: home when there is no check and no earlier
 * result; the form, which shows the excess, when there are more URLs than one check takes.
 */
export const enterBatchAtom = atom(null, (get, set) => {
  const urls = readUrls(recall('urls'))
  if (urls && urls.length > BATCH_MAX) {
    forget('urls')
    if (!readRows(recall('rows'))) keep('rows', rowsWith(urls))
    return '/tweetcheck'
  }
  if (urls) void set(runAtom, urls)
  return get(flowAtom).state === 'idle' ? '/' : null
})

/** Checks the same URLs again. */
export const retryBatchAtom = atom(null, (get, set) => {
  const failed = get(failedBatchAtom)
  if (!failed) return
  keep('urls', failed.urls)
  void set(runAtom, failed.urls)
})

/** Stops a running check without changing the screen, since the page is being frozen. `leaveBatchAtom` follows when it comes back. */
export const haltBatchAtom = atom(null, (get) => get(runningBatchAtom)?.controller.abort())

/** Checks again what could not be judged; every other row keeps its answer. */
export const repeatBatchAtom = atom(null, (get, set) => {
  const done = get(doneBatchAtom)
  const urls = done ? urlsToRepeat(done.answer.results) : []
  if (done && urls.length > 0) void set(runAtom, urls, done)
})

/** Stops a running check but keeps the handed-over URLs: on leaving the page, or its return from the back-forward cache. */
export const leaveBatchAtom = atom(null, (get, set) => {
  const running = get(runningBatchAtom)
  if (!running) return
  running.controller.abort()
  set(flowAtom, running.earlier ?? IDLE)
})

/** Stops a running check and discards its URLs. True when there is an earlier answer to show. */
export const cancelBatchAtom = atom(null, (get, set) => {
  set(leaveBatchAtom)
  forget('urls')
  return get(doneBatchAtom) !== null
})
