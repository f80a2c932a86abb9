import type { AppParts } from '../AppParts.ts'
import type { Call } from '../http/call.ts'
import { countCall } from '../http/countCall.ts'
import { Refusal } from '../http/refusal.ts'
import type { SavedHistory } from '../store/Store.ts'

const HISTORY_ID = /^[\w-]{22}$/
/** Histories never change, so those lately read are kept at hand: they outlive an absence of the store. */
const AT_HAND = 500
const AT_HAND_MS = 10 * 60_000

/** A saved batch. An id that cannot exist and one that does not are answered alike. */
export function savedHistory(parts: AppParts): Call {
  const atHand = new Map<string, { history: SavedHistory; until: number }>()

  async function read(id: string): Promise<SavedHistory | null> {
    const near = atHand.get(id)
    if (near && near.until > parts.now()) return near.history
    const history = await parts.store.readHistory(id).catch((error: unknown) => {
      parts.onFault(error)
      throw new Refusal('store_away', 5)
    })
    if (!history) return null
    atHand.delete(id)
    atHand.set(id, { history, until: parts.now() + AT_HAND_MS })
    const [oldest] = atHand.keys()
    if (atHand.size > AT_HAND && oldest !== undefined) atHand.delete(oldest)
    return history
  }

  return async (c) => {
    await countCall(parts, c, 'read')
    const id = c.req.query('id') ?? ''
    const history = HISTORY_ID.test(id) ? await read(id) : null
    if (!history) throw new Refusal('no_history')
    return parts.reply(history, 200, { 'X-Robots-Tag': 'noindex' })
  }
}
