import { atom } from 'jotai/vanilla'
import { ProofError } from '../../contract/ProofError.ts'
import { OfflineError } from '../lib/loadChunk.ts'
import { text } from '../text/ja.ts'
import { CheckError } from './CheckError.ts'
import type { CheckRunContext, CheckStage } from './deadlines.ts'

/** Longest wait that a page asks for, in seconds. */
const WAIT_MAX = 120
/** A `Retry-After` beyond this is ignored, in seconds. */
const UNTIL_MAX = 172_800

/** `message` is for developers. The page shows its own text for the kind. */
export type CheckFailureDetails = {
  /** `unloaded`: the check's own code could not be fetched. `slow`: the device made no attempt at the proof of work for too long. */
  kind: 'unloaded' | 'offline' | 'refused' | 'proof' | 'slow' | 'failed'
  message: string
  status?: number
  code?: string
  /** What the server says in words. Only the operator's words for maintenance are shown. */
  serverMessage?: string
  /** Seconds to wait before another try, at most `WAIT_MAX`. */
  wait?: number
  /** When another try makes sense, in Unix milliseconds. */
  until?: number
}

/** Turns what a check threw into data; not for an abort, which is silent. `stage` is the one in which it was thrown. */
export function toFailure(error: unknown, stage?: CheckStage['name']): CheckFailureDetails {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CheckError) {
    const { status, code, message: serverMessage, retryAfter } = error.refusal
    return {
      kind: 'refused',
      message,
      status,
      ...(code !== undefined && { code }),
      ...(serverMessage !== undefined && { serverMessage }),
      ...waitOf(retryAfter),
    }
  }
  if (error instanceof OfflineError) return { kind: 'unloaded', message }
  if (error instanceof ProofError) return { kind: 'proof', message }
  if (stage === 'pow' && error instanceof DOMException && error.name === 'TimeoutError')
    return { kind: 'slow', message }
  return { kind: navigator.onLine === false ? 'offline' : 'failed', message }
}

function waitOf(seconds: number | undefined): Pick<CheckFailureDetails, 'wait' | 'until'> {
  if (seconds === undefined || seconds >= UNTIL_MAX) return {}
  return { wait: Math.min(Math.ceil(seconds), WAIT_MAX), until: Date.now() + seconds * 1000 }
}

type Failed<Query> = { state: 'failed'; query: Query; failure: CheckFailureDetails; endedAt: number }
/** A finished check. `endedAt` is in Unix milliseconds. `failed` is a later check that failed, while this result remains shown. */
export type FinishedFlow<Query, Result> = {
  state: 'done'
  query: Query
  result: Result
  endedAt: number
  failed?: Failed<Query> | undefined
}
type Running<Query, Result> = {
  state: 'running'
  query: Query
  stage: CheckStage
  controller: AbortController
  previous: FinishedFlow<Query, Result> | null
}
type Flow<Query, Result> =
  | { state: 'idle' }
  | Running<Query, Result>
  | FinishedFlow<Query, Result>
  | Failed<Query>

const IDLE = { state: 'idle' } as const

/**
 * Creates the atoms of a check that runs, can be cancelled, and ends with a result or a failure. While one check runs, `runAtom` ignores
 * further ones. A later failure keeps the previous result if it is passed to `runAtom`, which returns how the check ended; null if it was aborted or
 * ignored.
 *
 * @example
 * const flow = createFlow<AccountQuery, AccountResult>()
 * await store.set(flow.runAtom, query, (run) => checkAccount(query, run))
 * store.get(flow.doneAtom)?.result
 */
export function createFlow<Query, Result>() {
  type Job = (run: CheckRunContext) => Promise<Result>
  const flowAtom = atom<Flow<Query, Result>>(IDLE)
  const runningAtom = atom((get) => {
    const flow = get(flowAtom)
    return flow.state === 'running' ? flow : null
  })
  const doneAtom = atom((get) => {
    const flow = get(flowAtom)
    return flow.state === 'done' ? flow : null
  })
  const failedAtom = atom((get) => {
    const flow = get(flowAtom)
    if (flow.state === 'failed') return flow
    return flow.state === 'done' ? (flow.failed ?? null) : null
  })
  const stateAtom = atom((get) => get(flowAtom).state)
  const queryAtom = atom((get) => {
    const flow = get(flowAtom)
    return flow.state === 'idle' ? null : flow.query
  })
  /** Tells screen readers the current stage. The result is not announced, because it takes the focus. */
  const announcementAtom = atom((get) => {
    const running = get(runningAtom)
    return running ? text.phase[running.stage.name] : ''
  })

  const runAtom = atom(
    null,
    async (
      get,
      set,
      query: Query,
      job: Job,
      before: FinishedFlow<Query, Result> | null = null,
    ): Promise<FinishedFlow<Query, Result> | Failed<Query> | null> => {
      if (get(runningAtom)) return null
      // The new run replaces an earlier failure, so the previous result is kept without it.
      const previous = before && { ...before, failed: undefined }
      const controller = new AbortController()
      const { signal } = controller
      const startedAt = performance.now()
      const report = (stage: CheckStage) => {
        if (!signal.aborted) set(flowAtom, { state: 'running', query, stage, controller, previous })
      }
      report({ name: 'ip' })
      try {
        const result = await job({ startedAt, signal, report })
        if (signal.aborted) return null
        const done = { state: 'done', query, result, endedAt: Date.now() } as const
        set(flowAtom, done)
        return done
      } catch (error) {
        if (signal.aborted) return null
        const failure = toFailure(error, get(runningAtom)?.stage.name)
        const failed = { state: 'failed', query, failure, endedAt: Date.now() } as const
        set(flowAtom, previous ? { ...previous, failed } : failed)
        return failed
      }
    },
  )
  /** Aborts the check without changing the state, because the page is being frozen and must not render. */
  const abortAtom = atom(null, (get) => get(runningAtom)?.controller.abort())
  const cancelAtom = atom(null, (get, set) => {
    const running = get(runningAtom)
    if (!running) return
    running.controller.abort()
    set(flowAtom, running.previous ?? IDLE)
  })
  const setResultAtom = atom(null, (_get, set, result: FinishedFlow<Query, Result> | null) => {
    set(abortAtom)
    set(flowAtom, result ?? IDLE)
  })

  return {
    stateAtom,
    runningAtom,
    doneAtom,
    failedAtom,
    queryAtom,
    announcementAtom,
    runAtom,
    abortAtom,
    cancelAtom,
    setResultAtom,
  }
}
