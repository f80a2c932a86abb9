import { abortable } from '../../contract/abortable.ts'
import { followSignal } from '../followSignal.ts'
import type { CheckRun } from './stage.ts'
import { visibleTimeout } from './visibleTimeout.ts'

/** One network call, in milliseconds of visible time. */
export const CALL_DEADLINE = 30_000

/** A whole check, the loading of its code included, in milliseconds of visible time. */
const CHECK_DEADLINE = 45_000

/** Runs the rest of a check that began at `startedAt`. */
export async function withinCheck<T>(
  { startedAt, signal }: Omit<CheckRun, 'report'>,
  job: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return await withDeadline(CHECK_DEADLINE - (performance.now() - startedAt), signal, job)
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
