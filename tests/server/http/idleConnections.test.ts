import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { boundIdleConnections, listen } from '../../../server/http/listen.ts'
import { testApp } from '../testApp.ts'

const FEW = 3
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

const held: ServerResponse[] = []
// Closes no connection by itself.
const server = createServer({ keepAliveTimeout: 0 }, ({ url }, response) => {
  if (url === '/held') held.push(response)
  else response.end('answer')
})
vi.useFakeTimers({ toFake: ['setInterval'] })
boundIdleConnections(server, FEW)
server.listen(0, '127.0.0.1')
await once(server, 'listening')

const sockets: Socket[] = []
beforeEach(() => sockets.splice(0))
afterEach(() => sockets.forEach((socket) => socket.destroy()))
afterAll(() => {
  vi.useRealTimers()
  server.close()
})

const ownPort = () => (server.address() as AddressInfo).port

async function opened(port = ownPort()): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** What comes next on a connection: an answer, or its end. */
async function next(socket: Socket): Promise<string> {
  const heard = (name: string) => once(socket, name).then(() => name)
  return await Promise.race([heard('data'), heard('close')])
}

async function asked(socket: Socket, request = REQUEST): Promise<string> {
  const heard = next(socket)
  socket.write(request)
  return await heard
}

it('lets as many connections as it has room for wait for their next request', async () => {
  const few = await Promise.all(Array.from({ length: FEW }, () => opened()))
  for (const socket of few) await asked(socket)
  vi.advanceTimersByTime(60_000)
  expect(await Promise.all(few.map((socket) => asked(socket)))).toEqual(['data', 'data', 'data'])
})

it('closes those that are idle once there are more, and none with a request under way', async () => {
  const busy = await opened()
  busy.write(REQUEST.replace('/', '/held'))
  await vi.waitFor(() => expect(held).toHaveLength(1))
  const idle = await Promise.all(Array.from({ length: FEW }, () => opened()))
  for (const socket of idle) await asked(socket)
  const ends = idle.map(next)
  vi.advanceTimersByTime(1_000)
  expect(await Promise.all(ends)).toEqual(['close', 'close', 'close'])
  const answered = next(busy)
  held[0]?.end('late')
  expect(await answered).toBe('data')
})

it('counts connections that were closed no longer', async () => {
  for (let time = 0; time < FEW; time++) {
    const socket = await opened()
    await asked(socket)
    socket.destroy()
  }
  await vi.waitFor(async () => {
    const [open] = await new Promise<[number]>((resolve) =>
      server.getConnections((_error, count) => resolve([count])),
    )
    expect(open).toBe(0)
  })
  const last = await opened()
  await asked(last)
  vi.advanceTimersByTime(1_000)
  expect(await asked(last)).toBe('data')
})

it('tells clients that a connection stays open for longer than proxies keep theirs', async () => {
  const own = await listen(testApp(), 0, '127.0.0.1')
  const { headers } = await fetch(`${own.url}/api/capabilities`)
  expect(headers.get('Keep-Alive')).toBe('timeout=65')
  await own.drain(0)
})

it('gives the real server room for two thousand', async () => {
  const own = await listen(testApp(), 0, '127.0.0.1')
  const request = REQUEST.replace('/', '/healthz')
  const many: Socket[] = []
  for (let count = 0; count < 2_000; count++) {
    const socket = await opened(own.port)
    // One that never asks would be cut for that.
    await asked(socket, request)
    many.push(socket)
  }
  vi.advanceTimersByTime(1_000)
  expect(await Promise.all(many.map((socket) => asked(socket, request)))).toEqual(many.map(() => 'data'))
  await asked(await opened(own.port), request)
  const ends = many.map(next)
  vi.advanceTimersByTime(1_000)
  expect(await Promise.all(ends)).toEqual(many.map(() => 'close'))
  await own.drain(0)
})
