import { createAdaptorServer } from '@hono/node-server'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { REFUSALS } from './http/refusal.ts'

/** Limits for slow clients: 5 s for headers, 10 s for the whole request. Node's own defaults hold a socket for minutes. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
/** Room for a long query of `url=`, and no more. */
const MAX_HEADER = 16 * 1024
/** An idle connection is closed after this long: longer than the slowest check, so that only clients that do not read are cut off. */
const STILL_MS = 60_000
/** How long answers under way may still take after the server was told to stop. */
const DRAIN_MS = 6500

type App = { fetch: Parameters<typeof createAdaptorServer>[0]['fetch'] }

export type Listening = {
  port: number
  /** From now on every answer tells its client to close the connection. */
  announceEnd: () => void
  /** Takes no new connections, lets answers under way finish, and cuts what is left. */
  drain: (drainMs?: number) => Promise<void>
}

/** Serves the app on a port; 0 takes a free one. `localhost` stands in for a Host that is empty or, in HTTP/1.0, missing. */
export async function listen(app: App, port: number): Promise<Listening> {
  const server = createAdaptorServer({
    hostname: 'localhost',
    fetch: (request, env) =>
      'incoming' in env && hostsOf(env.incoming) > 1 ? twoHosts() : app.fetch(request, env),
    serverOptions: { ...TIMEOUTS, maxHeaderSize: MAX_HEADER },
  }) as Server
  server.setTimeout(STILL_MS)
  server.listen(port)
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))

  return {
    port: (server.address() as AddressInfo).port,
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

/** Counts the Host headers: of several Node keeps only the first, while a proxy may have read another one. */
function hostsOf({ rawHeaders }: { rawHeaders: string[] }): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}

function twoHosts(): Response {
  const { status, message } = REFUSALS.two_hosts
  return Response.json({ message, code: 'two_hosts' }, { status, headers: { Connection: 'close' } })
}
