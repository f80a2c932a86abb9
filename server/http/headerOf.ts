import type { Context } from 'hono'
import type { AppEnv } from '../AppParts.ts'

/** A request header as node has parsed it already: a `Headers` of all of them costs as much as an HMAC. In-process there is only that. */
export function headerOf(c: Context<AppEnv>, name: string): string | undefined {
  const { incoming } = c.env ?? {}
  return incoming ? incoming.headers[name]?.toString() : c.req.header(name)
}
