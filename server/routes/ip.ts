import type { Handler } from 'hono'
import { addressOf } from '../address.ts'
import type { AppEnv, AppParts } from '../AppParts.ts'
import { countCall } from '../countCall.ts'

/** The caller's own address. */
export function ip(parts: AppParts): Handler<AppEnv> {
  return async (c) => {
    await countCall(parts, c, 'read')
    return parts.reply({ ip: addressOf(c.env?.incoming, parts.trusted) })
  }
}
