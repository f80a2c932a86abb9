import { LRUCache } from 'lru-cache'

/** Returns a function that reads at most once in `ttl` milliseconds and shares the result with all callers. A failure is not cached. */
export function readAtMostEvery<T extends {}>(ttl: number, read: () => Promise<T>) {
  const cache = new LRUCache<'value', T>({ max: 1, ttl, ttlResolution: 0, fetchMethod: read })
  return () => cache.forceFetch('value')
}
