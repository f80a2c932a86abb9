import type { FeedbackCount, Store } from '../../server/store/Store.ts'
import { createMemoryQuotas } from '../../server/store/memoryQuotas.ts'
import { HISTORIES_MAX, HISTORY_OVERHEAD, mayCount, storedHistory } from '../../server/store/sql.ts'

/** A store in the memory of the test. */
export function createMemoryStore(now: () => number = Date.now, historiesMax = HISTORIES_MAX): Store {
  const claims = expiring<true>(now)
  const histories = expiring<string>(now)
  let bytes = 0
  const removeHistory = (id: string) => {
    const isThere = histories.get(id) !== undefined
    bytes -= sizeOf(histories.take(id))
    return isThere
  }
  const cache = expiring<string>(now)
  const quotas = createMemoryQuotas()
  const tickets = expiring<true>(now)
  const given = expiring<number>(now)
  const cells = expiring<FeedbackCount>(now)
  const countsOf = (day: string) => cells.values().filter((cell) => cell.day === day)
  return {
    async claim(id, ttlMs) {
      const isFirst = claims.get(id) === undefined
      if (isFirst) claims.set(id, true, ttlMs)
      return isFirst
    },
    async saveHistory(id, history, ttlMs) {
      const text = JSON.stringify(history)
      bytes += sizeOf(text)
      histories.set(id, text, ttlMs)
      if (bytes <= historiesMax) return
      for (const oldest of histories.oldestFirst()) {
        if (bytes > historiesMax && oldest !== id) removeHistory(oldest)
      }
    },
    readHistory: async (id) => storedHistory(histories.get(id)),
    removeHistory: async (id) => removeHistory(id),
    writeCache: async (key, value, ttlMs) => cache.set(key, value, ttlMs),
    readCache: async (key) => cache.get(key) ?? null,
    reserveSpend: async (reservation) => quotas.reserve(reservation),
    settleSpend: async (reservation, used) => quotas.settle(reservation, used),
    spentOn: async (quota) => quotas.spentOn(quota),
    async countAnswer({ cell, cellMs, ticket, ticketMs, clientKey, clientKeyMs, percent }) {
      if (tickets.get(ticket)) return 'again'
      const shareKey = `${cell.day} ${cell.item} ${clientKey}`
      const own = given.get(shareKey) ?? 0
      const dayKey = `${cell.day} ${cell.item}`
      const addresses = given.get(dayKey) ?? 0
      if (!mayCount(own, addresses, percent)) return 'full'
      if (own === 0) given.set(dayKey, addresses + 1, clientKeyMs)
      const key = Object.values(cell).join(' ')
      tickets.set(ticket, true, ticketMs)
      given.set(shareKey, own + 1, clientKeyMs)
      cells.set(key, { ...cell, count: (cells.get(key)?.count ?? 0) + 1 }, cellMs)
      return 'counted'
    },
    readAnswers: async (days) => days.flatMap(countsOf),
    health: async () => undefined,
    close: async () => undefined,
  }
}

const sizeOf = (text: string | undefined) =>
  text === undefined ? 0 : Buffer.byteLength(text) + HISTORY_OVERHEAD

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
    values: () => [...entries.values()].filter(({ until }) => until > now()).map(({ value }) => value),
    /** Removes an entry and returns it, also one whose time is over. */
    take(key: string): T | undefined {
      const entry = entries.get(key)
      entries.delete(key)
      return entry?.value
    },
    oldestFirst: () => [...entries].sort(([, a], [, b]) => a.until - b.until).map(([key]) => key),
  }
}
