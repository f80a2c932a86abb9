import { createAdaptorServer } from '@hono/node-server'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { API_ERRORS } from './errors.ts'

/** So many open connections may be idle among them: about 50 MB. A proxy in front of the server needs a few hundred. */
const FEW = 2000
/** How often that is looked at. */
const LOOK_MS = 1000

/** Closes every idle connection while more than `few` are open, so that one client's cannot fill the memory. Those with a request under way stay. */
export function boundIdleConnections(server: Server, few = FEW): void {
  let open = 0
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => open--)
  })
  const look = setInterval(() => {
    if (open > few) server.closeIdleConnections()
  }, LOOK_MS).unref()
  server.once('close', () => clearInterval(look))
}

/** How often the process looks at its clock … */
const PULSE_MS = 500
/** … and how late it may be before it counts as having stood still: paused by its machine, or kept from running by others. */
const LATE_MS = 1500
/** So long after a standstill it reads what has arrived before it judges who was slow. */
const CATCH_UP_MS = 3000

/** What Node answers to what is no HTTP, by its error's code; all else is 400. */
const ANSWERS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Cuts clients that are too slow, as Node does by itself, but none that waited for a process which stood still. Node looks for slow
 * clients before it reads what they have sent meanwhile, and so would cut all that had just connected.
 */
export function cutSlowClients(server: Server): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  let seen = performance.now()
  let patientUntil = 0
  function stoodStill(): boolean {
    const now = performance.now()
    if (now - seen > LATE_MS) patientUntil = now + CATCH_UP_MS
    return now < patientUntil
  }
  const pulse = setInterval(() => {
    stoodStill()
    seen = performance.now()
  }, PULSE_MS).unref()
  server.once('close', () => clearInterval(pulse))

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
    answers.set(socket, response),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const { code = '' } = error
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && stoodStill()) return
    const socket = stream as Socket
    const answer = answers.get(socket)
    const isAnswering = answer?.headersSent && !answer.writableFinished
    if (socket.writable && !isAnswering)
      socket.write(`HTTP/1.1 ${ANSWERS[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`)
    socket.destroySoon()
  })
  // An idle connection whose next request nobody has read yet is not idle.
  server.on('timeout', (socket) => {
    if (stoodStill()) socket.setTimeout(CATCH_UP_MS)
    else socket.destroy()
  })
}

/** Limits for slow clients: 5 s for headers, 10 s for the whole request. Node's own defaults hold a socket for minutes. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
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
    fetch: (request, env) =>
      'incoming' in env && hostsOf(env.incoming) > 1 ? twoHosts() : app.fetch(request, env),
    serverOptions: { ...TIMEOUTS, keepAliveTimeout: BETWEEN_REQUESTS_MS, maxHeaderSize: MAX_HEADER },
  }) as Server
  server.setTimeout(STILL_MS)
  cutSlowClients(server)
  boundIdleConnections(server)
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

/** Counts the Host headers: of several Node keeps only the first, while a proxy may have read another one. */
function hostsOf({ rawHeaders }: { rawHeaders: string[] }): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}

function twoHosts(): Response {
  const { status, message } = API_ERRORS.two_hosts
  return Response.json({ message, code: 'two_hosts' }, { status, headers: { Connection: 'close' } })
}
