import { LRUCache } from 'lru-cache'
import type { Count } from '../http/limits.ts'
import { steadyClock } from '../http/steadyClock.ts'

/** Addresses that are remembered; beyond them the one that called least lately is forgotten. About 12 MB when full. */
const ADDRESSES_MAX = 50_000

/** Counts calls in this process alone. A key's window begins with its first call. */
export function countInMemory(now: () => number = Date.now, max = ADDRESSES_MAX): Count {
  const clock = steadyClock(now)
  const windows = new LRUCache<string, { calls: number; until: number }>({ max })
  return async (key, windowMs, amount = 1) => {
    let window = windows.get(key)
    if (!window || window.until <= clock()) {
      window = { calls: 0, until: clock() + windowMs }
      windows.set(key, window)
    }
    window.calls += amount
    return { calls: window.calls, msLeft: window.until - clock() }
  }
}
