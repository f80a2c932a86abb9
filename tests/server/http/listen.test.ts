import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { listenForRequests } from '../../../server/http/listen.ts'
import { bodyFor } from '../client.ts'
import { testApp } from '../testApp.ts'

vi.useFakeTimers({ toFake: ['setInterval'] })
const server = await listenForRequests(testApp(), 0, '127.0.0.1')
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => {
  vi.useRealTimers()
  return server.drain(0)
})

async function opened(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const body = JSON.stringify(bodyFor('someone'))
const POST = `POST /api/generate-keyvalue HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** The first line of an answer on a connection, or that it was closed. */
async function asked(socket: Socket): Promise<string> {
  const heard = Promise.race([
    once(socket, 'data').then(([chunk]: Buffer[]) => String(chunk).slice(0, 15)),
    once(socket, 'close').then(() => 'closed'),
  ])
  socket.write(POST)
  return await heard
}

it('the server tells clients that a connection stays open for longer than proxies keep theirs', async () => {
  const { headers } = await fetch(`${server.url}/api/capabilities`)
  expect(headers.get('Keep-Alive')).toBe('timeout=65')
})

// A bound on all connections once closed the idle ones, and 42 of 400 visitors lost what they sent meanwhile.
it("the server keeps a visitor's connection open between two requests while 2,300 others send half a head", async () => {
  const visitor = await opened()
  expect(await asked(visitor)).toBe('HTTP/1.1 200 OK')
  const others = await Promise.all(Array.from({ length: 2300 }, opened))
  for (const socket of others) socket.write('GET / HTTP/1.1\r\nHo')
  // The server takes connections in turn: now it has them all.
  await asked(await opened())
  vi.advanceTimersByTime(60_000)
  expect(await asked(visitor)).toBe('HTTP/1.1 200 OK')
})
