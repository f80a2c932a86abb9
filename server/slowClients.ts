import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
