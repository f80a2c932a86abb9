import { createAdaptorServer } from '@hono/node-server'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Limits for slow clients, in milliseconds; Node's own defaults hold a socket for minutes. Longer than a process stands still: Node looks
 * for slow clients before it reads what they sent meanwhile.
 */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 20_000, connectionsCheckingInterval: 1000 }
/** Room for a long query of `url=`, and no more. */
const MAX_HEADER = 16 * 1024
/**
 * How long a connection stays open between two requests: longer than visitors type, and than nginx and most balancers keep theirs (60 s).
 * What is sent while the server closes it is lost: some browsers and proxies send no POST again, and a proof must never be sent twice.
 */
export const BETWEEN_REQUESTS_MS = 65_000
/** A connection on which nothing moves during a request is closed after this long: longer than the slowest check, so that only clients that do not read are cut off. */
const STILL_MS = 60_000
/** Connections that may wait to be taken; the system's own limit is often 4096. Beyond it, clients try again after seconds. Node's default is 511. */
const BACKLOG = 4096
/** How long answers under way may still take after the server was told to stop. */
const DRAIN_MS = 6500

type App = { fetch: Parameters<typeof createAdaptorServer>[0]['fetch'] }

export type Listening = {
  port: number
  /** Where this machine finds it. */
  url: string
  /** From now on every answer tells its client to close the connection. */
  announceEnd: () => void
  /** Takes no new connections, lets answers under way finish, and cuts what is left. */
  drain: (drainMs?: number) => Promise<void>
}

/** Serves the app on a port of one address, or of all where there is none; 0 takes a free one. `localhost` stands in for a Host that is empty or, in HTTP/1.0, missing. */
export async function listen(app: App, port: number, host: string | null = null): Promise<Listening> {
  const server = createAdaptorServer({
    hostname: 'localhost',
    fetch: app.fetch,
    serverOptions: { ...TIMEOUTS, keepAliveTimeout: BETWEEN_REQUESTS_MS, maxHeaderSize: MAX_HEADER },
  }) as Server
  server.setTimeout(STILL_MS)
  server.listen({ port, backlog: BACKLOG, ...(host !== null && { host }) })
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))

  const { port: taken } = server.address() as AddressInfo
  return {
    port: taken,
    url: `http://${nameOf(host)}:${taken}`,
    announceEnd() {
      server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
        response.setHeader('Connection', 'close'),
      )
    },
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

/** A server on one address alone that is not a loopback one does not answer to `localhost`. */
function nameOf(host: string | null): string {
  if (host === null || ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
