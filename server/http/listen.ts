import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import { chmod, rm, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Milliseconds; Node's defaults hold a socket for minutes. Longer than a process stands still: Node looks for slow clients before it reads what they sent meanwhile. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 20_000, connectionsCheckingInterval: 1000 }
const MAX_HEADER = 16 * 1024
/** Milliseconds for which an idle connection is kept. This is longer than visitors type, and than most proxies keep connections (60 s), because a POST is lost if it is sent while the server closes the connection. */
export const KEEP_ALIVE_MS = 65_000
/**
 * A connection without any traffic during a request is closed after this long. It is longer than the slowest check, so only clients that
 * do not read are disconnected.
 */
const SILENT_CONNECTION_MS = 60_000
/**
 * Maximum number of connections that wait to be accepted; the system's own limit is often 4096, Node's default 511. Beyond it, clients try
 * again after seconds.
 */
const BACKLOG = 4096
const DRAIN_MS = 6500

type App = { fetch: Parameters<typeof createAdaptorServer>[0]['fetch'] }

/** `localhost` replaces a Host header that is empty or, in HTTP/1.0, missing. */
async function listen(app: App, place: { port: number; host?: string } | { path: string }) {
  const server = createAdaptorServer({
    hostname: 'localhost',
    fetch: app.fetch,
    serverOptions: { ...TIMEOUTS, keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER },
  }) as Server
  server.setTimeout(SILENT_CONNECTION_MS)
  server.listen({ ...place, backlog: BACKLOG })
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))

  return {
    server,
    /** Makes every later response tell its client to close the connection. */
    announceEnd() {
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
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

/** Serves the app on a port of `host`, or of all addresses if it is null. Port 0 takes a free one. */
export async function listenForRequests(app: App, port: number, host: string | null = null) {
  const listening = await listen(app, { port, ...(host !== null && { host }) })
  const { port: taken } = listening.server.address() as AddressInfo
  return { ...listening, port: taken, url: `http://${nameOf(host)}:${taken}` }
}

/** Serves the app on a Unix socket. A server that ends by itself removes its socket; one that was left by a killed server is replaced. */
export async function listenAtSocket(app: App, path: string, mode: number) {
  if (await isLeftSocket(path)) await rm(path)
  const listening = await listen(app, { path })
  await chmod(path, mode)
  return { ...listening, url: path }
}

/** Whether nobody listens at a socket. */
async function isLeftSocket(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null)
  if (!file?.isSocket()) return false
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
  } finally {
    socket.destroy()
  }
}

export type ListeningServer = Awaited<ReturnType<typeof listenForRequests>>

function nameOf(host: string | null): string {
  if (host === null || ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
