import { createFactory } from 'hono/factory'
import type { AppEnv } from '../http/AppEnv.ts'
import type { AppParts } from './AppParts.ts'

/** For a load balancer: whether this process can take checks now. */
export function healthz({ store, upstream, onFault }: AppParts) {
  return createFactory<AppEnv>().createHandlers(async (c) => {
    try {
      await store.health()
      const trouble = upstream.trouble()
      return c.json(trouble ? { status: 'ok', trouble } : { status: 'ok' })
    } catch (error) {
      onFault(error)
      return c.json({ status: 'unavailable', message: 'The store is away.', code: 'store_away' }, 503)
    }
  })
}
