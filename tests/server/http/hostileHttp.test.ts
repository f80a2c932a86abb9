import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenForRequests } from '../../../server/http/listen.ts'
import type { ListeningServer } from '../../../server/http/listen.ts'
import type { Upstream } from '../../../server/upstream/Upstream.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { bodyFor, redeemAccount, solved } from '../client.ts'
import { testApp } from '../testApp.ts'

const CRLF = '\r\n'
let server: ListeningServer
beforeAll(async () => {
  server = await listenForRequests(testApp({ difficulty: 1 }), 0)
})
afterAll(() => server.drain(0))

type Heard = { status: number; text: string }

/** Writes bytes as they are, piece by piece with the pause between, and waits until the other side hangs up. */
function raw(pieces: Iterable<string>, pauseMs = 0): Promise<Heard> {
  const socket = connect(server.port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  socket.on('connect', async () => {
    for (const piece of pieces) {
      if (socket.destroyed) return
      socket.write(piece)
      if (pauseMs > 0) await delay(pauseMs)
    }
  })
  return new Promise((resolve) => {
    socket.on('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      resolve({ status, text })
    })
  })
}

const PATH = '/api/generate-keyvalue'
const head = (...lines: string[]) =>
  [
    `POST ${PATH} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join(CRLF)

function* endlessly(piece: string) {
  for (;;) yield piece
}
function* first(start: string, rest: Iterable<string>) {
  yield start
  yield* rest
}

describe('hostile HTTP', () => {
  it('the server refuses 20 KB of headers', async () => {
    expect((await raw([head(`X-Long: ${'x'.repeat(20_000)}`)])).status).toBe(431)
  })

  it.each([
    ['HTTP/1.0', `GET /api/ip HTTP/1.0${CRLF}${CRLF}`, '{"ip":"127.0.0.1"}'],
    [
      'an empty Host',
      `GET /healthz HTTP/1.1${CRLF}Host:${CRLF}Connection: close${CRLF}${CRLF}`,
      '{"status":"ok"}',
    ],
  ])('the server answers %s', async (_name, bytes, body) => {
    const { status, text } = await raw([bytes])
    expect(status).toBe(200)
    expect(text.split(CRLF + CRLF)[1]).toBe(body)
  })

  // Node's own limits held such a socket for 91 s.
  it('slow clients are cut off: one without a whole head first, and later one without a whole body', async () => {
    const cut: string[] = []
    const heard = async (name: string, bytes: Iterable<string>) => {
      const { status } = await raw(bytes, 500)
      cut.push(name)
      return status
    }
    const body = heard('body', first(head('Content-Length: 1000'), endlessly(' ')))
    const header = heard('header', first(`GET /api/ip HTTP/1.1${CRLF}`, endlessly(`X-A: 1${CRLF}`)))
    const silent = heard('silent', [])
    expect(await silent).toBe(408)
    // Who still writes when the server hangs up may lose its answer.
    for (const status of await Promise.all([header, body])) expect([0, 408]).toContain(status)
    expect(cut.toSorted()).toEqual(['body', 'header', 'silent'])
    expect(cut.at(-1)).toBe('body')
  })
})

const request = bodyFor('sbx_clear')
/** A server of its own, and a proof that it takes for a check. */
async function ownServer(upstream: Upstream) {
  const own = await listenForRequests(testApp({ difficulty: 1, upstream }), 0)
  const call = (path: string, init?: RequestInit) => fetch(own.url + path, init)
  return { own, call, proof: await solved(call, request) }
}

describe('a visitor who leaves', () => {
  it('a visitor who leaves stops the work, and the proof stays spent', async () => {
    const stopped = Promise.withResolvers<void>()
    let calls = 0
    const sandbox = createSandboxUpstream()
    const upstream: Upstream = {
      ...sandbox,
      async checkAccount(request, caller) {
        const { signal } = caller
        signal.throwIfAborted()
        if (++calls > 1) return sandbox.checkAccount(request, caller)
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ).finally(stopped.resolve)
        throw new Error('never')
      },
    }
    const { own, call, proof } = await ownServer(upstream)
    const leaving = new AbortController()
    const left = redeemAccount(
      (path, init) => call(path, { ...init, signal: leaving.signal }),
      request,
      proof,
    )
    await expect.poll(() => calls).toBe(1)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    await stopped.promise
    expect((await redeemAccount(call, request, proof)).status).toBe(409)
    expect(calls).toBe(1)
    await own.drain(0)
  })
})

describe('a drain', () => {
  it('a drain cuts off what does not end in time', async () => {
    const begun = Promise.withResolvers<void>()
    const hanging = createSandboxUpstream(0, 'hang')
    const upstream: Upstream = {
      ...hanging,
      checkAccount(request, caller) {
        begun.resolve()
        return hanging.checkAccount(request, caller)
      },
    }
    const { own, call, proof } = await ownServer(upstream)
    const ended = Promise.resolve(redeemAccount(call, request, proof)).then(
      () => 'answered',
      () => 'cut',
    )
    await begun.promise
    await own.drain(300)
    expect(await ended).toBe('cut')
  })
})

describe('D a process that is suspended', async () => {
  const server = await listenForRequests(testApp(), 0, '127.0.0.1')
  afterAll(() => server.drain(0))

  const body = JSON.stringify(bodyFor('someone'))
  const request = head(`Content-Length: ${body.length}`) + body

  /** Longer than a client may take for its headers. */
  const STALL_MS = 6500

  async function opened(): Promise<Socket> {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  async function statusOf(socket: Socket): Promise<string | undefined> {
    const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean]
    return /^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]
  }

  // Node looks for slow clients before it reads what they sent meanwhile: a thousand connections were once cut with 408.
  it('a process that was suspended answers requests that were sent in time', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, opened))
    await fetch(server.url)
    for (const socket of sockets) socket.write(request)
    const statuses = sockets.map(statusOf)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS)
    expect(new Set(await Promise.all(statuses))).toEqual(new Set(['200']))
    for (const socket of sockets) socket.destroy()
  })
})
