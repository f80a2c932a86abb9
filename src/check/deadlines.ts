import { abortable, followSignal } from '../../contract/async.ts'

export type Stage =
  | { name: 'ip' }
  | { name: 'challenge' }
  | { name: 'pow'; difficulty: number; attempts: number; attemptsPerSecond: number }
  | { name: 'server' }

export const STAGE_NAMES = ['ip', 'challenge', 'pow', 'server'] as const satisfies Stage['name'][]

export type ReportStage = (stage: Stage) => void

/** `startedAt` is when the check began on the page's clock, before its own code was here. */
export type CheckRun = { startedAt: number; signal: AbortSignal; report: ReportStage }

/** A signal that aborts with a `TimeoutError` after so many milliseconds in which the tab was visible. */
export function visibleTimeout(milliseconds: number): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  let left = milliseconds
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const pause = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= performance.now() - startedAt
  }
  const run = () => {
    startedAt = performance.now()
    timer = setTimeout(
      () => controller.abort(new DOMException('The deadline passed', 'TimeoutError')),
      Math.max(left, 0),
    )
  }
  const follow = () => (document.visibilityState === 'hidden' ? pause() : timer === undefined && run())

  if (typeof document === 'undefined') run()
  else {
    document.addEventListener('visibilitychange', follow)
    follow()
  }
  return {
    signal: controller.signal,
    release() {
      pause()
      if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', follow)
    },
  }
}

/** One network call, in visible time. */
export const CALL_TIMEOUT_MS = 30_000

/** A whole check, the loading of its code included, in visible time. */
const CHECK_TIMEOUT_MS = 45_000

export async function withCheckDeadline<T>(
  { startedAt, signal }: Omit<CheckRun, 'report'>,
  job: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return await withDeadline(CHECK_TIMEOUT_MS - (performance.now() - startedAt), signal, job)
}

/** Runs `job` with a signal that also aborts after `milliseconds` of visible time. */
export async function withDeadline<T>(
  milliseconds: number,
  signal: AbortSignal,
  job: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = visibleTimeout(milliseconds)
  const either = new AbortController()
  const unfollow = [signal, deadline.signal].map((source) => followSignal(either, source))
  try {
    return await abortable(job(either.signal), either.signal)
  } finally {
    for (const end of unfollow) end()
    deadline.release()
  }
}
