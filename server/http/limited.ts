import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './AppEnv.ts'
import { limitKeyOf } from './limitKeyOf.ts'
import type { LimitKind, Limits } from './limits.ts'

/** Who calls, as text. Each platform knows it in its own way. */
export type AddressOf = (c: Context<AppEnv>) => string

/** Without a socket (`app.request`) the caller is this process. */
export const LOCAL_ADDRESS = '127.0.0.1'

/** Counts the call against its address's limit and notes the share used up. */
export function limited({ limits, addressOf }: { limits: Limits; addressOf: AddressOf }, kind: LimitKind) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('used', await limits(kind, limitKeyOf(addressOf(c))))
    await next()
  })
}
