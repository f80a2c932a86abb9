import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { listen } from '../../../server/http/listen.ts'
import { bodyFor } from '../client.ts'
import { testApp } from '../testApp.ts'

const server = await listen(testApp(), 0, '127.0.0.1')
afterAll(() => server.drain(0))

const CRLF = '\r\n'
const body = JSON.stringify(bodyFor('someone'))
const REQUEST = [
  'POST /api/generate-keyvalue HTTP/1.1',
  'Host: x',
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  '',
  body,
].join(CRLF)

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
it('answers what was sent in time when this process itself stood still', async () => {
  const sockets = await Promise.all(Array.from({ length: 30 }, opened))
  await fetch(server.url)
  for (const socket of sockets) socket.write(REQUEST)
  const statuses = sockets.map(statusOf)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS)
  expect(new Set(await Promise.all(statuses))).toEqual(new Set(['200']))
  for (const socket of sockets) socket.destroy()
})
