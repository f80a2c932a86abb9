import { createFactory } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import type { AppEnv } from '../http/AppEnv.ts'
import { limited } from '../http/limited.ts'
import { Refusal } from '../http/refusal.ts'
import type { SavedHistory } from '../store/Store.ts'
import type { AppParts } from './AppParts.ts'

const DAY_MS = 86_400_000
export const HISTORY_ID = /^[\w-]{22}$/
/** Histories never change, so those lately read are kept at hand: they outlive an absence of the store. */
const AT_HAND = { max: 500, ttl: 10 * 60_000 }

/** For how many days a saved batch can be seen. */
export function keptDays({ historyMs }: Pick<AppParts, 'historyMs'>): number {
  return Math.max(1, Math.floor(historyMs / DAY_MS))
}

/** A saved batch. An id that cannot exist and one that does not are answered alike. */
export function savedHistory(parts: AppParts) {
  const atHand = new LRUCache<string, SavedHistory>(AT_HAND)

  async function read(id: string): Promise<SavedHistory | null> {
    const near = atHand.get(id)
    if (near) return near
    const history = await parts.store.readHistory(id).catch((error: unknown) => {
      parts.onFault(error)
      throw new Refusal('store_away', 5)
    })
    if (history) atHand.set(id, history)
    return history
  }

  return createFactory<AppEnv>().createHandlers(limited(parts, 'read'), async (c) => {
    const id = c.req.query('id') ?? ''
    const history = HISTORY_ID.test(id) ? await read(id) : null
    if (!history) throw new Refusal('no_history')
    c.header('X-Robots-Tag', 'noindex')
    return c.json({ ...history, keptDays: keptDays(parts) })
  })
}
