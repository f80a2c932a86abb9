import { LRUCache } from 'lru-cache'

/** Milliseconds that only go forward: the length of a wait is measured with them, since the clock of a machine may be set back. */
const steady = () => performance.timeOrigin + performance.now()

/** The steady clock beside a given one. A clock that a test brings along is its own. */
export function steadyClock(now: () => number): () => number {
  return now === Date.now ? steady : now
}

/** Options of an `LRUCache` whose entries expire by the steady clock. */
export const steadyTtl = (now: () => number) => ({ perf: { now: steadyClock(now) }, ttlResolution: 0 })

/** Reads once in so many milliseconds, for all who ask. A failure is not kept. */
export function readOnceIn<T extends {}>(ttl: number, now: () => number, read: () => Promise<T>) {
  const cache = new LRUCache<'value', T>({ max: 1, ttl, ...steadyTtl(now), fetchMethod: read })
  return () => cache.forceFetch('value')
}
