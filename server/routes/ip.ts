import { createFactory } from 'hono/factory'
import type { AppEnv } from '../http/AppEnv.ts'
import { limited } from '../http/limited.ts'
import type { AppParts } from './AppParts.ts'

/** The caller's own address. */
export function ip(parts: AppParts) {
  return createFactory<AppEnv>().createHandlers(limited(parts, 'read'), (c) =>
    c.json({ ip: parts.addressOf(c) }),
  )
}
