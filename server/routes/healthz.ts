import type { Handler } from 'hono'
import type { AppEnv, AppParts } from '../AppParts.ts'

/** For a load balancer: whether this process can take checks now. */
export function healthz({ store, onFault, reply }: AppParts): Handler<AppEnv> {
  return async () => {
    try {
      await store.health()
      return reply({ status: 'ok' })
    } catch (error) {
      onFault(error)
      return reply({ status: 'unavailable', message: 'The store is away.', code: 'store_away' }, 503)
    }
  }
}
