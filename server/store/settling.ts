import { setTimeout as delay } from 'node:timers/promises'
import { UNDO_MS } from './Store.ts'
import type { Store } from './Store.ts'

/** Pauses between tries. */
const FIRST_MS = 100
const LONGEST_MS = 1000
/** How long a claim waits for the undoing of the one before it … */
const PATIENCE_MS = 2000
/** … and how long closing waits for everything that is not settled. */
const CLOSING_MS = 1500

/**
 * A store that settles what it began: a claim or a reservation whose outcome is not known is undone, and what is let go or given back is
 * tried again until it arrives, while nobody waits for it. So a proof that "may be sent again" is good, and no dollar is lost.
 */
export function settling(store: Store, onFault: (error: unknown) => void, random = Math.random): Store {
  /** Work that is not done yet, by the claim or reservation it belongs to; each ends after `UNDO_MS` at the latest. */
  const open = new Map<string, Promise<void>>()
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
  function later(id: string, work: () => Promise<void>): void {
    const settled: Promise<void> = settle(work).finally(() => {
      if (open.get(id) === settled) open.delete(id)
    })
    open.set(id, settled)
  }
  /** Tries once and, where that fails, goes on in the background. */
  async function surely(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      onFault(error)
      later(id, work)
    }
  }

  return {
    ...store,
    async claim(claim) {
      const before = open.get(claim.id)
      if (before) await Promise.race([before, delay(PATIENCE_MS, undefined, { ref: false })])
      try {
        return await store.claim(claim)
      } catch (error) {
        later(claim.id, () => store.release(claim.id, claim.holder, 'unused'))
        throw error
      }
    },
    release: (id, holder, why) => surely(id, () => store.release(id, holder, why)),
    async reserveSpend(reservation) {
      try {
        return await store.reserveSpend(reservation)
      } catch (error) {
        later(reservation.id, () => store.settleSpend(reservation, 0))
        throw error
      }
    },
    settleSpend: (reservation, used) => surely(reservation.id, () => store.settleSpend(reservation, used)),
    async close() {
      await Promise.race([Promise.all(open.values()), delay(CLOSING_MS, undefined, { ref: false })])
      isClosed = true
      await store.close()
    },
  }
}
