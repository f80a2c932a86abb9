import { abortable } from '../../contract/abortable.ts'

/** Work that several callers wait for. */
export type SharedWork<T> = {
  /** What the work gives. A caller whose signal aborts stops waiting; with its last waiter the work itself is aborted. */
  join: (signal: AbortSignal) => Promise<T>
}

/** Begins work for several callers. `onEnd` is called when it has settled, and when nobody is left. */
export function shareWork<T>(work: (signal: AbortSignal) => Promise<T>, onEnd: () => void): SharedWork<T> {
  const controller = new AbortController()
  const settled = work(controller.signal).finally(onEnd)
  let waiters = 0
  return {
    async join(signal) {
      waiters++
      try {
        return await abortable(settled, signal)
      } finally {
        if (--waiters === 0) {
          onEnd()
          controller.abort()
        }
      }
    },
  }
}
