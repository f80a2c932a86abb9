import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry, Summary } from 'prom-client'
import type { CheckTimings } from '../contract/CheckTimings.ts'
import type { AnsweredCall } from './http/tellAnswer.ts'

type Metrics = {
  countAnswer: (call: AnsweredCall) => void
  observeTimings: (timings: CheckTimings) => void
  server: Server
  registry: Registry
}

/** Percentiles over a sliding window: the last hour, in six buckets of ten minutes. */
const VISITORS = { percentiles: [0.5, 0.9, 0.99], maxAgeSeconds: 3_600, ageBuckets: 6 }

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
  const visitors = new Summary({
    name: 'shadowban_visitor_milliseconds',
    help: "Steps of visitors' checks in their browsers, where the site sends them.",
    labelNames: ['step', 'engine', 'lanes', 'difficulty'],
    ...VISITORS,
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
    countAnswer({ route, status, code, ms }) {
      answers.inc({ route, status, code: code ?? '' })
      seconds.observe({ route }, ms / 1000)
    },
    observeTimings({ engine, lanes, difficulty, ...steps }) {
      for (const [step, milliseconds] of Object.entries(steps))
        visitors.observe({ step, engine, lanes, difficulty }, milliseconds)
    },
    server,
    registry,
  }
}
