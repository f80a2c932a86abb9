import { abortable, followSignal } from '../../contract/async.ts'

export type CheckStage =
  | { name: 'ip' }
  | { name: 'challenge' }
  | { name: 'pow'; difficulty: number; attempts: number; attemptsPerSecond: number }
  | { name: 'server' }

export const STAGE_NAMES = ['ip', 'challenge', 'pow', 'server'] as const satisfies CheckStage['name'][]

export type ReportStage = (stage: CheckStage) => void

/** `startedAt` is when the check began, by `performance.now()`; the code of the check may have been loaded after that. */
export type CheckRunContext = { startedAt: number; signal: AbortSignal; report: ReportStage }

/** Longest duration of one network call, in milliseconds. Only time in which the tab is visible counts. */
export const CALL_TIMEOUT_MS = 30_000

/**
 * Longest duration of a whole check, including the loading of its code, in milliseconds. Neither the search for a proof counts nor time in
 * which the tab is hidden.
 */
const CHECK_TIMEOUT_MS = 45_000

/** Runs a step whose time does not count towards the deadline. */
type Uncounted = <T>(step: () => Promise<T>) => Promise<T>

/** What the steps of a check share. `signal` also aborts at the deadline. */
export type CheckSteps = { signal: AbortSignal; report: ReportStage; uncounted: Uncounted }

export async function withCheckDeadline<T>(
  { startedAt, signal, report }: CheckRunContext,
  job: (steps: CheckSteps) => Promise<T>,
): Promise<T> {
  const left = CHECK_TIMEOUT_MS - (performance.now() - startedAt)
  return await withDeadline(left, signal, (signal, uncounted) => job({ signal, report, uncounted }))
}

/** Runs `job` with a signal that also aborts, with a `TimeoutError`, after `milliseconds` in which the tab was visible. */
export async function withDeadline<T>(
  milliseconds: number,
  signal: AbortSignal,
  job: (signal: AbortSignal, uncounted: Uncounted) => Promise<T>,
): Promise<T> {
  const either = new AbortController()
  const unfollow = followSignal(either, signal)
  const page = typeof document === 'undefined' ? undefined : document
  let left = milliseconds
  let startedAt = 0
  let uncountedSteps = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const pause = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= performance.now() - startedAt
  }
  const end = () => either.abort(new DOMException('The deadline passed', 'TimeoutError'))
  const count = () => {
    pause()
    if (page?.visibilityState === 'hidden' || uncountedSteps > 0) return
    startedAt = performance.now()
    timer = setTimeout(end, Math.max(left, 0))
  }
  const uncounted: Uncounted = async (step) => {
    uncountedSteps += 1
    count()
    try {
      return await step()
    } finally {
      uncountedSteps -= 1
      if (!either.signal.aborted) count()
    }
  }
  page?.addEventListener('visibilitychange', count)
  count()
  try {
    return await abortable(job(either.signal, uncounted), either.signal)
  } finally {
    unfollow()
    pause()
    page?.removeEventListener('visibilitychange', count)
  }
}
