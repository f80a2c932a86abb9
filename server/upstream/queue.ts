import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../http/errors.ts'

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const sleep: Sleep = async (ms, signal) => await delay(ms, undefined, signal && { signal })

export type QueueOptions = {
  /** How many run at once. */
  concurrency: number
  /** How many may wait. By default as many as come. */
  waitingMax?: number | undefined
  /** The least time between two starts. */
  intervalMs?: number
  wait?: Sleep
}

export type Queue = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

const BUSY_RETRY_S = 10

/**
 * A queue in which whoever comes first is served first. It rejects with the signal's reason if the caller leaves before the work has begun, and
 * throws an `ApiError` `busy` if too many wait.
 */
export function createQueue({
  concurrency,
  waitingMax = Infinity,
  intervalMs = 0,
  wait = sleep,
}: QueueOptions): Queue {
  const waiting = new Set<PromiseWithResolvers<void>>()
  let running = 0
  let isInInterval = false

  const canStart = () => running < concurrency && !isInInterval
  function startWaiting(): void {
    for (const next of waiting) {
      if (!canStart()) return
      waiting.delete(next)
      running++
      next.resolve()
      if (intervalMs > 0) {
        isInInterval = true
        void wait(intervalMs).finally(() => {
          isInInterval = false
          startWaiting()
        })
      }
    }
  }

  return async (work, signal) => {
    signal.throwIfAborted()
    if (waiting.size >= waitingMax && !canStart()) throw new ApiError('busy', BUSY_RETRY_S)
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.delete(turn)) turn.reject(signal.reason)
    }
    signal.addEventListener('abort', leave)
    waiting.add(turn)
    startWaiting()
    await turn.promise.finally(() => signal.removeEventListener('abort', leave))
    try {
      return await work()
    } finally {
      running--
      startWaiting()
    }
  }
}
