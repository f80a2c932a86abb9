import { LRUCache } from 'lru-cache'

/** A clock in milliseconds that never goes back. Waits are measured with it, because the machine's clock may be set back. */
const steady = () => performance.timeOrigin + performance.now()

/** The steady clock beside a given one. A clock that a test brings along is its own. */
export function steadyClock(now: () => number): () => number {
  return now === Date.now ? steady : now
}

/** Options of an `LRUCache` whose entries expire by the steady clock. */
export const steadyTtlOptions = (now: () => number) => ({ perf: { now: steadyClock(now) }, ttlResolution: 0 })

/** Returns a function that reads at most once in `ttl` milliseconds and shares the result with all callers. A failure is not cached. */
export function readAtMostEvery<T extends {}>(ttl: number, now: () => number, read: () => Promise<T>) {
  const cache = new LRUCache<'value', T>({ max: 1, ttl, ...steadyTtlOptions(now), fetchMethod: read })
  return () => cache.forceFetch('value')
}
