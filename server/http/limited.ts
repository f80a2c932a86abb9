import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { expandIPv6 } from 'hono/utils/ipaddr'
import type { AppEnv } from './AppEnv.ts'
import type { LimitKind, Limits } from './limits.ts'

/** The caller's IP address, which each platform finds in its own way. */
export type AddressOf = (c: Context<AppEnv>) => string

/** Without a socket (`app.request`) the caller is this process. */
export const LOCAL_ADDRESS = '127.0.0.1'

/** Counts the call against its address's limit, and notes the address and how much of its limit is used up. */
export function limited({ limits, addressOf }: { limits: Limits; addressOf: AddressOf }, kind: LimitKind) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const share = limitKeyOf(addressOf(c))
    c.set('share', share)
    c.set('used', await limits(kind, share))
    await next()
  })
}

/** Groups of 16 bits that name an IPv6 network of 64. */
const NETWORK_GROUPS = 4

/** What limits count by: an IPv4 address, or an IPv6 network of 64 bits, since a visitor owns all of it. */
export function limitKeyOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = expandIPv6(address.split('%')[0] ?? '').split(':')
  const network = groups.slice(0, NETWORK_GROUPS)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
