import { setTimeout as delay } from 'node:timers/promises'
import { UNDO_MS } from './Store.ts'
import type { Store } from './Store.ts'

/** Pauses between tries. */
const FIRST_MS = 100
const LONGEST_MS = 1000
/** How long closing waits for everything that is not settled. */
const CLOSING_MS = 1500

/**
 * A store that settles what it reserved: a reservation whose outcome is not known is undone, and what is given back is tried again until it
 * arrives, while nobody waits for it. So no dollar is lost.
 */
export function settling(store: Store, onFault: (error: unknown) => void, random = Math.random): Store {
  /** Work that is not done yet; each ends after `UNDO_MS` at the latest. */
  const open = new Set<Promise<void>>()
  let isClosed = false

  async function settle(work: () => Promise<void>): Promise<void> {
    const until = performance.now() + UNDO_MS
    for (let pause = FIRST_MS; ; pause = Math.min(2 * pause, LONGEST_MS)) {
      try {
        return await work()
      } catch (error) {
        if (isClosed || performance.now() > until) return onFault(error)
      }
      await delay(pause * (0.5 + random() / 2), undefined, { ref: false })
    }
  }
  function later(work: () => Promise<void>): void {
    const settled: Promise<void> = settle(work).finally(() => open.delete(settled))
    open.add(settled)
  }

  return {
    ...store,
    async reserveSpend(reservation) {
      try {
        return await store.reserveSpend(reservation)
      } catch (error) {
        later(() => store.settleSpend(reservation, 0))
        throw error
      }
    },
    /** Tries once and, where that fails, goes on in the background. */
    async settleSpend(reservation, used) {
      const work = () => store.settleSpend(reservation, used)
      await work().catch((error: unknown) => {
        onFault(error)
        later(work)
      })
    },
    async close() {
      await Promise.race([Promise.all(open.values()), delay(CLOSING_MS, undefined, { ref: false })])
      isClosed = true
      await store.close()
    },
  }
}
