import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { listen } from '../../../server/http/listen.ts'
import type { AnsweredCall } from '../../../server/http/middleware.ts'
import { testApp } from '../testApp.ts'

const faults: unknown[] = []
const answered: AnsweredCall[] = []
const app = testApp({
  onFault: (error) => faults.push(error),
  onAnswer: (call) => answered.push(call),
})
const server = await listen(app, 0)
afterAll(() => server.drain(0))

const CRLF = '\r\n'
const START = '{"screen'

it.each([
  ['unannounced', 'hangs up', 'Transfer-Encoding: chunked', `10${CRLF}${START}`, 'destroy'],
  ['unannounced', 'stops speaking', 'Transfer-Encoding: chunked', `10${CRLF}${START}`, 'end'],
  ['announced', 'hangs up', 'Content-Length: 100', START, 'destroy'],
] as const)('an %s body whose client %s in the middle is its fault, not ours', async (...given) => {
  const [, , framing, start, leave] = given
  const before = answered.length
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = ['POST /api/generate-keyvalue HTTP/1.1', 'Host: x', 'Content-Type: application/json', framing]
  await new Promise((resolve) => socket.write([...head, '', start].join(CRLF), resolve))
  socket[leave]()
  await expect.poll(() => answered.length).toBe(before + 1)
  expect(answered.at(-1)).toMatchObject({ status: 400 })
  expect(faults).toEqual([])
  socket.destroy()
})
