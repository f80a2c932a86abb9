import { createFactory } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../../contract/japanDay.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { limited } from '../http/limited.ts'
import { Refusal } from '../http/refusal.ts'
import { storeAway } from '../http/storeAway.ts'
import type { SavedHistory } from '../store/Store.ts'
import type { AppParts } from './AppParts.ts'
import { HISTORY_ID, readBatch } from './readBatch.ts'

/** Cache of histories read lately, which never change: they can be shown while the store is away. */
const CACHE = { max: 500, ttl: 10 * 60_000 }

/** For how many days a saved batch can be seen. */
export function keptDays({ historyMs }: Pick<AppParts, 'historyMs'>): number {
  return Math.max(1, Math.floor(historyMs / DAY_MS))
}

/** A saved batch. A malformed id is answered like an unknown one. */
export function savedHistory(parts: AppParts) {
  const cache = new LRUCache<string, SavedHistory>(CACHE)

  async function read(id: string): Promise<SavedHistory | null> {
    const cached = cache.get(id)
    if (cached) return cached
    const batch = await readBatch(parts.store, id).catch(storeAway(parts.onFault))
    if (!batch) return null
    const { results, timestamp } = batch
    cache.set(id, { results, timestamp })
    return { results, timestamp }
  }

  return createFactory<AppEnv>().createHandlers(limited(parts, 'read'), async (c) => {
    const id = c.req.query('id') ?? ''
    const history = HISTORY_ID.test(id) ? await read(id) : null
    if (!history) throw new Refusal('no_history')
    c.header('X-Robots-Tag', 'noindex')
    return c.json({ ...history, keptDays: keptDays(parts) })
  })
}
