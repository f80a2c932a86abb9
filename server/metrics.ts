import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { CheckTimings } from '../contract/wire.ts'
import type { AnsweredCall } from './http/middleware.ts'
import { DamagedSecrets } from './proof/keyring.ts'
import { answersAgain, faultSentence, xMetrics } from './upstream/x/client/faults.ts'
import type { XMonitor } from './upstream/x/client/faults.ts'

const BUCKETS_S = [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 40]
/** With three steps and four engines these make 43 series, whatever visitors tell. */
const VISITOR_BUCKETS_S = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 120]

/** Counts of answers by route, status and code, for Prometheus, on a port of its own that only this machine reaches. */
export async function serveMetrics(port: number) {
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
  const visitors = new Histogram({
    name: 'shadowban_visitor_seconds',
    help: "Steps of visitors' checks in their browsers, where the site sends them.",
    labelNames: ['step'],
    buckets: VISITOR_BUCKETS_S,
    registers: [registry],
  })
  const engines = new Counter({
    name: 'shadowban_visitor_checks_total',
    help: 'Checks whose steps were sent, by the engine that solved them.',
    labelNames: ['engine'],
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
    countAnswer({ route, status, code, ms }: AnsweredCall) {
      answers.inc({ route, status, code: code ?? '' })
      seconds.observe({ route }, ms / 1000)
    },
    observeTimings({ engine, challenge, solve, call }: CheckTimings) {
      for (const [step, milliseconds] of Object.entries({ challenge, solve, call }))
        visitors.observe({ step }, milliseconds / 1000)
      engines.inc({ engine })
    },
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    registry,
  }
}

/** Logs as JSON lines. What is logged never holds an address, a screen name, a URL or a token: only routes, codes and faults. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, serializers: { err: pino.stdSerializers.err } })
}

export function logFault(log: Logger) {
  return (error: unknown): void => {
    if (error instanceof DamagedSecrets) log.error(error.message)
    else log.error({ err: error }, 'fault')
  }
}

export function monitorX(log: Logger, registry: Registry | undefined): XMonitor {
  const metrics = registry && xMetrics(registry)
  return {
    ...metrics,
    fault(endpoint, fault) {
      metrics?.fault(endpoint, fault)
      if (fault) log.warn({ endpoint, fault }, faultSentence(endpoint, fault))
      else log.info({ endpoint }, answersAgain(endpoint))
    },
  }
}
