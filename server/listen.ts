import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Slow clients are cut: 5 s for headers, 10 s for the whole request. Node's own defaults hold a socket for minutes. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
/** Room for a long query of `url=`, and no more. */
const MAX_HEADER = 16 * 1024
/** A connection on which nothing moves for so long is cut: longer than the slowest check, so only clients that do not read are meant. */
const STILL_MS = 60_000
/** How long answers under way may still take after the server was told to stop. */
const DRAIN_MS = 9000

export type Listening = {
  port: number
  /** Takes no new connections, lets answers under way finish, and cuts what is left. */
  drain: (drainMs?: number) => Promise<void>
}

export async function listen(
  app: Pick<Parameters<typeof createAdaptorServer>[0], 'fetch'>,
  port: number,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { ...TIMEOUTS, maxHeaderSize: MAX_HEADER },
  }) as Server
  server.setTimeout(STILL_MS)
  server.listen(port)
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))

  return {
    port: (server.address() as AddressInfo).port,
    async drain(drainMs = DRAIN_MS) {
      const closed = new Promise((resolve) => server.close(resolve))
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const cut = setTimeout(() => server.closeAllConnections(), drainMs)
      await closed
      clearInterval(idle)
      clearTimeout(cut)
    },
  }
}
