import type { Store } from './Store.ts'
import { SPEND_KEPT_MS, TRIES_MAX } from './Store.ts'
import { storedHistory } from './storedHistory.ts'

/** The store of `createApp` when it is given none: in this process's memory. For tests and for trying things out. */
export function createMemoryStore(now: () => number = Date.now): Store {
  const claims = expiring<{ question: string; tries: number; state: 'held' | 'open' | 'left' | 'back' }>(now)
  const histories = expiring<string>(now)
  const cache = expiring<string>(now)
  const spend = expiring<number>(now)
  const spentOn = (day: string) => spend.get(day) ?? 0
  return {
    async claim({ id, question, ttlMs }) {
      const known = claims.get(id)
      if (!known) {
        claims.set(id, { question, tries: 1, state: 'held' }, ttlMs)
        return 'won'
      }
      if (known.question !== question) return 'spent'
      if (known.state === 'left') {
        known.state = 'back'
        return 'back'
      }
      if (known.state !== 'open' || known.tries >= TRIES_MAX) return 'spent'
      known.state = 'held'
      known.tries++
      return 'won'
    },
    async release(id, why) {
      const known = claims.get(id)
      if (known?.state !== 'held') return
      known.state = why === 'left' ? 'left' : 'open'
      if (why === 'unused') known.tries--
    },
    saveHistory: async (id, history, ttlMs) => histories.set(id, JSON.stringify(history), ttlMs),
    readHistory: async (id) => storedHistory(histories.get(id)),
    removeHistory: async (id) => histories.delete(id),
    writeCache: async (key, value, ttlMs) => cache.set(key, value, ttlMs),
    readCache: async (key) => cache.get(key) ?? null,
    async reserveSpend(day, micros, limit) {
      const total = spentOn(day) + micros
      if (total > limit) return false
      spend.set(day, total, SPEND_KEPT_MS)
      return true
    },
    returnSpend: async (day, micros) => spend.set(day, Math.max(0, spentOn(day) - micros), SPEND_KEPT_MS),
    spentOn: async (day) => spentOn(day),
    health: async () => undefined,
    close: async () => undefined,
  }
}

function expiring<T>(now: () => number) {
  const entries = new Map<string, { value: T; until: number }>()
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key)
      return entry && entry.until > now() ? entry.value : undefined
    },
    set(key: string, value: T, ttlMs: number): void {
      entries.set(key, { value, until: now() + ttlMs })
    },
    delete: (key: string) => entries.delete(key),
  }
}
