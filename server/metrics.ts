import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Seen } from './http/tellAnswer.ts'

export type Metrics = { see: (seen: Seen) => void; server: Server; registry: Registry }

const BUCKETS_S = [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 40]

/** Counts of answers by route, status and code, for Prometheus, on a port of its own that only this machine reaches. */
export async function serveMetrics(port: number): Promise<Metrics> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'shadowban_answers_total',
    help: 'Answers of the API by route, status and refusal code.',
    labelNames: ['route', 'status', 'code'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'shadowban_answer_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['route'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    const body = await registry.metrics()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    see({ route, status, code, ms }) {
      answers.inc({ route, status, code: code ?? '' })
      seconds.observe({ route }, ms / 1000)
    },
    server,
    registry,
  }
}
