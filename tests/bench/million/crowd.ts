import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { BODY, PATHS } from './questions.ts'
import type { Question } from './questions.ts'

/** What a crowd heard: how often which status or fault of a connection, and the milliseconds of each answer, in order. */
export type Heard = { outcomes: Record<string, number>; times: number[] }

/**
 * So many connections that all begin at once, each with one question after the other for so long. By sockets of our own, since a
 * generator of load that measures in lumps hides the one connection that waits.
 */
export async function crowd(
  port: number,
  connections: number,
  seconds: number,
  headersOf: (question: Question) => Record<string, string>,
): Promise<Heard> {
  const outcomes: Record<string, number> = {}
  const times: number[] = []
  const note = (outcome: string) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1)
  const bytesOf = (question: Question) =>
    [
      `POST ${PATHS[question]} HTTP/1.1`,
      'host: localhost',
      ...Object.entries(headersOf(question)).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${BODY.length}`,
      '',
      BODY,
    ].join('\r\n')

  const sockets = Array.from({ length: connections }, (_, index) => {
    let question: Question = index % 2 === 0 ? 'issue' : 'check'
    // From the wish to connect on: what waits before the server takes a connection is waiting too.
    let since = performance.now()
    const socket = connect(port, '127.0.0.1')
    const ask = () => socket.write(bytesOf(question))
    socket.on('connect', ask)
    socket.on('error', ({ message }) => note(message))
    socket.on('close', () => note('closed'))
    socket.on('data', (chunk) => {
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1')) ?? []
      if (status === undefined) return
      note(status)
      times.push(performance.now() - since)
      question = question === 'issue' ? 'check' : 'issue'
      since = performance.now()
      ask()
    })
    return socket
  })
  await delay(seconds * 1000)
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return { outcomes, times: times.sort((a, b) => a - b) }
}
