export type Breaker = {
  /** Milliseconds until another call may be tried; 0 when it may be now. */
  waitMs: () => number
  succeeded: () => void
  failed: () => void
  /** X itself named the moment from which it answers again. */
  pausedUntil: (timeMs: number) => void
}

/** So many failures in a row mean that X is down … */
const FAILURES = 5
/** … and is left alone for this long. Then one call tries; its failure closes the way again. */
const OPEN_MS = 30_000

export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let openUntil = 0
  return {
    waitMs: () => Math.max(0, openUntil - now()),
    succeeded() {
      failures = 0
    },
    failed() {
      failures++
      if (failures >= FAILURES) openUntil = now() + OPEN_MS
    },
    pausedUntil(timeMs) {
      openUntil = Math.max(openUntil, timeMs)
    },
  }
}
