import type { Context } from 'hono'
import { addressOf, limitKeyOf } from './address.ts'
import type { AppEnv, AppParts } from '../AppParts.ts'
import type { LimitKind } from './limits.ts'

/** Counts the call against its address's limit and tells the share used up. */
export function countCall(parts: AppParts, c: Context<AppEnv>, kind: LimitKind): Promise<number> {
  return parts.limits(kind, limitKeyOf(addressOf(c.env?.incoming, parts.trusted)))
}
