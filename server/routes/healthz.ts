import type { AppParts } from '../AppParts.ts'
import type { Call } from '../http/call.ts'

/** For a load balancer: whether this process can take checks now. */
export function healthz({ store, upstream, onFault, reply }: AppParts): Call {
  return async () => {
    try {
      await store.health()
      const trouble = upstream.trouble()
      return reply(trouble ? { status: 'ok', trouble } : { status: 'ok' })
    } catch (error) {
      onFault(error)
      return reply({ status: 'unavailable', message: 'The store is away.', code: 'store_away' }, 503)
    }
  }
}
