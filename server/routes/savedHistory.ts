import type { Handler } from 'hono'
import type { AppEnv, AppParts } from '../AppParts.ts'
import { countCall } from '../countCall.ts'
import { Refusal } from '../refusal.ts'

const HISTORY_ID = /^[\w-]{22}$/

/** A saved batch. An id that cannot exist and one that does not are answered alike. */
export function savedHistory(parts: AppParts): Handler<AppEnv> {
  return async (c) => {
    await countCall(parts, c, 'read')
    const id = c.req.query('id') ?? ''
    const history = HISTORY_ID.test(id) ? await parts.store.readHistory(id) : null
    if (!history) throw new Refusal(404, 'no_history', 'There is no such history.')
    c.header('X-Robots-Tag', 'noindex')
    return c.json(history)
  }
}
