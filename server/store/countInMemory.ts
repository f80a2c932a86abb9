import { LRUCache } from 'lru-cache'
import type { Count } from '../http/limits.ts'

/** Addresses that are remembered; beyond them the one that called least lately is forgotten. About 12 MB when full. */
const ADDRESSES_MAX = 50_000

/** Counts calls in this process alone. A key's window begins with its first call. */
export function countInMemory(now: () => number = Date.now, max = ADDRESSES_MAX): Count {
  const windows = new LRUCache<string, { calls: number; until: number }>({ max })
  return async (key, windowMs) => {
    let window = windows.get(key)
    if (!window || window.until <= now()) {
      window = { calls: 0, until: now() + windowMs }
      windows.set(key, window)
    }
    window.calls++
    return { calls: window.calls, msLeft: window.until - now() }
  }
}
