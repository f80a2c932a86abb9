import { addressOf } from '../http/address.ts'
import type { AppParts } from '../AppParts.ts'
import type { Call } from '../http/call.ts'
import { countCall } from '../http/countCall.ts'

/** The caller's own address. */
export function ip(parts: AppParts): Call {
  return async (c) => {
    await countCall(parts, c, 'read')
    return parts.reply({ ip: addressOf(c.env?.incoming, parts.trusted) })
  }
}
