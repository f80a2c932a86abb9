import { randomInt } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { KEEP_ALIVE_MS } from '../../server/http/listen.ts'

/** How a path is answered in place of what the server says. */
type Rule = { path: RegExp; answer: (response: ServerResponse) => void }

/** How long requests for a path wait before they go on to the server. */
type Delay = { path: RegExp; milliseconds: number }

/** What stands between a browser and the server, and lets journeys break things in the same way for every engine. */
export type Gate = AsyncDisposable & {
  url: string
  /** Runs before every page's own scripts, and before its policy is read. */
  inject: (script: () => void) => void
  /** Lets pages start no worker, through their policy. */
  forbidWorkers: () => void
  /** Answers paths with this in place of the server. */
  answer: (path: RegExp, status: number, body?: string, type?: string) => void
  /** Lets requests for these paths wait so many milliseconds, and no browser keep the answers. */
  delay: (path: RegExp, milliseconds: number) => void
  /** Takes requests for these paths in, and never answers. */
  hold: (path: RegExp) => void
  /** Resets the connections of requests for these paths. */
  drop: (path: RegExp) => void
  /** Resets every connection, and every one to come. */
  cut: () => void
  /** Undoes all of it. */
  reset: () => void
  /** What went wrong behind the gate since the last reset: the server's answers from 500 on, and connections to it that failed. */
  faults: readonly string[]
}

/** A gate in front of the server at `server`, on a port of its own. */
export async function openGate(server: string): Promise<Gate> {
  // One address may answer once for an item in a day: browsers that travel at the same time have one each.
  const address = `198.18.${randomInt(256)}.${randomInt(1, 255)}`
  let pageScript = ''
  let workersForbidden = false
  let isCut = false
  let rules: Rule[] = []
  let delays: Delay[] = []
  const faults: string[] = []
  const sockets = new Set<Socket>()

  const addRule = (path: RegExp, answer: Rule['answer']) => void rules.push({ path, answer })

  const changed = (body: string) => {
    const html = workersForbidden ? body.replaceAll("worker-src 'self'", "worker-src 'none'") : body
    return pageScript ? html.replace('<head>', `<head><script>${pageScript}</script>`) : html
  }

  const gate = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const path = incoming.url ?? '/'
      const rule = rules.find((rule) => rule.path.test(path))
      if (rule) return rule.answer(outgoing)
      const delay = delays.find((delay) => delay.path.test(path))
      if (delay) setTimeout(() => pass(incoming, outgoing, 'no-store'), delay.milliseconds)
      else pass(incoming, outgoing, 'no-cache')
    },
  )
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, kept: string) => {
    const path = incoming.url ?? '/'
    const headers = {
      ...incoming.headers,
      'accept-encoding': 'identity',
      host: new URL(server).host,
      'x-forwarded-for': address,
    }
    // A connection of its own: one that is kept may be closed by the server just when it is used again.
    const given = { method: incoming.method ?? 'GET', headers, agent: false }
    const onward = request(`${server}${path}`, given, (answer) => {
      const type = answer.headers['content-type'] ?? ''
      if ((answer.statusCode ?? 0) >= 500) faults.push(`${path} ${answer.statusCode}`)
      if (!type.includes('text/html')) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = changed(Buffer.concat(parts).toString('utf8'))
        // A page of this origin may frame it: so it can be narrower than any window.
        delete answer.headers['x-frame-options']
        delete answer.headers['content-security-policy']
        delete answer.headers.etag
        outgoing.writeHead(answer.statusCode ?? 502, {
          ...answer.headers,
          'cache-control': kept,
          'content-length': Buffer.byteLength(body),
        })
        outgoing.end(body)
      })
    })
    onward.on('error', (error) => {
      if (!outgoing.destroyed) faults.push(`${path} ${error.message}`)
      outgoing.destroy()
    })
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
  gate.on('connection', (socket) => {
    if (isCut) {
      socket.resetAndDestroy()
      return
    }
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://localhost:${(gate.address() as AddressInfo).port}`,
    faults,
    inject: (script) => void (pageScript += `;(${script.toString()})();`),
    forbidWorkers: () => void (workersForbidden = true),
    answer: (path, status, body = '', type = 'text/plain') =>
      addRule(path, (response) => void response.writeHead(status, { 'content-type': type }).end(body)),
    delay: (path, milliseconds) => void delays.push({ path, milliseconds }),
    hold: (path) => addRule(path, () => undefined),
    drop: (path) => addRule(path, (response) => void response.destroy()),
    cut() {
      isCut = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    reset() {
      ;[pageScript, workersForbidden, isCut, rules, delays] = ['', false, false, [], []]
      faults.length = 0
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => gate.close(resolve))
    },
  }
}
