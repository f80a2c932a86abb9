import type { Handler } from 'hono'
import type { AppEnv, AppParts } from '../AppParts.ts'

/** For a load balancer: whether this process can take checks now. */
export function healthz({ store, onFault }: AppParts): Handler<AppEnv> {
  return async (c) => {
    c.header('Cache-Control', 'no-store')
    try {
      await store.health()
      return c.json({ status: 'ok' })
    } catch (error) {
      onFault(error)
      return c.json({ status: 'unavailable', message: 'The store is away.', code: 'store_away' }, 503)
    }
  }
}
