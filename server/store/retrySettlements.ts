import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { UNDO_MS } from './Store.ts'
import type { Reservation, Store } from './Store.ts'

/** Quotas that are remembered: those used last, among them always the day's. */
const KNOWN_MAX = 5000

const FIRST_MS = 100
const LONGEST_MS = 1000
const CLOSING_MS = 1500

/** A store that undoes reservations whose outcome is unknown, and retries settlements in the background: no dollar is lost. */
export function retrySettlements(store: Store, onFault: (error: unknown) => void): Store {
  /** Work that is not done yet; each ends after `UNDO_MS` at the latest. */
  const open = new Set<Promise<void>>()
  /** What is spent, by quota, as the store last said: one that has forgotten is told. */
  const known = new LRUCache<string, number>({ max: KNOWN_MAX })
  async function spend(reservation: Reservation, used: number): Promise<void> {
    const heard = await store.settleSpend(reservation, used)
    for (const [index, { name }] of reservation.quotas.entries()) {
      known.set(name, Math.max(known.get(name) ?? 0, heard[index] ?? 0))
    }
  }
  let isClosed = false

  async function settle(work: () => Promise<void>): Promise<void> {
    const until = performance.now() + UNDO_MS
    for (let pause = FIRST_MS; ; pause = Math.min(2 * pause, LONGEST_MS)) {
      try {
        return await work()
      } catch (error) {
        if (isClosed || performance.now() > until) return onFault(error)
      }
      await delay(pause * (0.5 + Math.random() / 2), undefined, { ref: false })
    }
  }
  function later(work: () => Promise<void>): void {
    const settled: Promise<void> = settle(work).finally(() => open.delete(settled))
    open.add(settled)
  }

  return {
    ...store,
    reserveSpend(reservation) {
      const quotas = reservation.quotas.map((quota) =>
        Object.assign({ knownMicros: known.get(quota.name) ?? 0 }, quota),
      )
      return store.reserveSpend({ ...reservation, quotas }).catch((error: unknown) => {
        later(() => spend(reservation, 0))
        throw error
      })
    },
    async settleSpend(reservation, used) {
      const work = () => spend(reservation, used)
      await work().catch((error: unknown) => {
        onFault(error)
        later(work)
      })
      return []
    },
    spentOn: async (quota) => Math.max(await store.spentOn(quota), known.get(quota) ?? 0),
    async close() {
      await Promise.race([Promise.all(open.values()), delay(CLOSING_MS, undefined, { ref: false })])
      isClosed = true
      await store.close()
    },
  }
}
