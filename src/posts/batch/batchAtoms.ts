import { atom } from 'jotai/vanilla'
import type { BatchAnswer } from '../../../contract/wire.ts'
import { toFailure } from '../../check/failure.ts'
import type { Failure } from '../../check/failure.ts'
import { inState } from '../../check/inState.ts'
import type { Stage } from '../../check/stage.ts'
import { failedPosts } from './failedPosts.ts'
import { batchCheckPart } from '../form/batchCheckPart.ts'
import { readUrls } from '../form/inputRows.ts'
import type { ListedPost } from '../../results/listedPost.ts'
import { forget, keep, recall } from '../form/sessionStore.ts'

/** `at` is when the check began, in Unix milliseconds. */
type Batch = { urls: readonly string[]; at: number }
type BatchFlow =
  | { state: 'idle' }
  | ({ state: 'running'; stage: Stage; controller: AbortController } & Batch)
  | ({ state: 'done'; answer: BatchAnswer } & Batch)
  | ({ state: 'failed'; failure: Failure } & Batch)

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
/** The rows of an ended check: its results, or every URL as an error when it failed. */
export const batchPostsAtom = atom((get): readonly ListedPost[] | null => {
  const flow = get(flowAtom)
  if (flow.state === 'done') return flow.answer.results
  return flow.state === 'failed' && flow.failure.kind !== 'unloaded' ? failedPosts(flow.urls) : null
})

const runAtom = atom(null, async (get, set, urls: readonly string[]) => {
  if (get(runningBatchAtom)) return
  const batch = { urls, at: Date.now() }
  const controller = new AbortController()
  const { signal } = controller
  const report = (stage: Stage) => {
    if (!signal.aborted) set(flowAtom, { state: 'running', stage, controller, ...batch })
  }
  report({ name: 'ip' })
  try {
    const checkBatch = await batchCheckPart.load()
    const answer = await checkBatch(urls, signal, report)
    if (signal.aborted) return
    forget('urls')
    set(flowAtom, { state: 'done', answer, ...batch })
  } catch (error) {
    if (signal.aborted) return
    // A batch call that was refused has been answered; one that never got through is tried again by a reload (D19).
    if (error instanceof Error && error.name === 'CheckError') forget('urls')
    set(flowAtom, { state: 'failed', failure: toFailure(error), ...batch })
  }
})

/** Starts the check that was handed over. False when there is none, and no earlier result to show either. */
export const enterBatchAtom = atom(null, (get, set) => {
  const urls = readUrls(recall('urls'))
  if (urls) void set(runAtom, urls)
  return get(flowAtom).state !== 'idle'
})

/** The same URLs once more. */
export const retryBatchAtom = atom(null, (get, set) => {
  const failed = get(failedBatchAtom)
  if (!failed) return
  keep('urls', failed.urls)
  void set(runAtom, failed.urls)
})

/** Stops a running check without a word to the screen: the page is being frozen. `leaveBatchAtom` follows when it comes back. */
export const haltBatchAtom = atom(null, (get) => get(runningBatchAtom)?.controller.abort())

/** Stops a running check and keeps what was handed over: leaving the page, or its return from the back-forward cache. */
export const leaveBatchAtom = atom(null, (get, set) => {
  const running = get(runningBatchAtom)
  if (!running) return
  running.controller.abort()
  set(flowAtom, IDLE)
})

/** Stops a running check for good. */
export const cancelBatchAtom = atom(null, (_get, set) => {
  set(leaveBatchAtom)
  forget('urls')
})
