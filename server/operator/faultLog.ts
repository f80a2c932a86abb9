import { LRUCache } from 'lru-cache'

/** A fault that was logged is only counted for this long. */
const QUIET_MS = 60_000
/** Faults that are told apart; beyond it, the one that occurred least recently is forgotten. */
const FAULTS_MAX = 100

/**
 * Logs a fault when it first occurs, and then at most once a minute: while the store is down, strangers can cause the same fault thousands of
 * times. `repeats` is how often it occurred since it was last logged.
 */
export function createFaultLog(write: (error: unknown, repeats: number) => void): (error: unknown) => void {
  const faults = new LRUCache<string, { loggedAt: number; repeats: number }>({ max: FAULTS_MAX })
  return (error) => {
    const name = error instanceof Error ? `${error.name}: ${error.message}` : typeof error
    const { loggedAt, repeats } = faults.get(name) ?? { loggedAt: -Infinity, repeats: 0 }
    const now = performance.now()
    if (now - loggedAt < QUIET_MS) {
      faults.set(name, { loggedAt, repeats: repeats + 1 })
      return
    }
    faults.set(name, { loggedAt: now, repeats: 0 })
    write(error, repeats)
  }
}
