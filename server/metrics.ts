import { once } from 'node:events'
import { createServer } from 'node:http'
import { isIPv6 } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { CheckTimings } from '../contract/wire.ts'
import type { AnsweredCall } from './app.ts'
import { createFaultLog } from './operator/faultLog.ts'
import type { BuildVersion } from './operator/version.ts'
import { DamagedSecrets } from './proof/keyring.ts'
import { MICROS_PER_DOLLAR } from './upstream/x/budget.ts'
import { OPERATOR_FAULTS } from './upstream/x/replies.ts'
import type { XMonitor } from './upstream/x/replies.ts'
import { answersAgainSentence, faultSentence } from './upstream/x/health.ts'

const BUCKETS_S = [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 40]
/** With three steps and four engines these make 43 series, whatever visitors send. */
const VISITOR_BUCKETS_S = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 120]

const metricOf =
  (registry: Registry) =>
  <T extends string>(name: string, help: string, ...labelNames: T[]) => ({
    name: `shadowban_${name}`,
    help,
    labelNames,
    registers: [registry],
  })

/** The dollars of the UTC day as the store knows them, reserved ones included; null while it does not answer. */
export type ReadDollarsSpentToday = () => Promise<number | null>

/** Sums that prom-client gives a name for counters, although they are gauges, which `promtool check metrics` refuses. The parts of each sum stay. */
const MISNAMED_METRICS = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Counts of answers by route, status and code, for Prometheus, on a port of its own. */
export async function serveMetrics(port: number, host: string, { version, commit }: BuildVersion) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED_METRICS) registry.removeSingleMetric(name)
  const metric = metricOf(registry)
  const byAnswer = 'Answers of the API by route, status and refusal code.'
  const answers = new Counter(metric('answers_total', byAnswer, 'route', 'status', 'code'))
  const seconds = new Histogram({
    ...metric('answer_seconds', 'Time to answer, by route.', 'route'),
    buckets: BUCKETS_S,
  })
  const visitorSteps = "Steps of visitors' checks in their browsers, where the site sends them."
  const visitors = new Histogram({
    ...metric('visitor_seconds', visitorSteps, 'step'),
    buckets: VISITOR_BUCKETS_S,
  })
  const visitorChecks = 'Checks whose steps were sent, by the engine that solved them.'
  const engines = new Counter(metric('visitor_checks_total', visitorChecks, 'engine'))
  new Gauge(metric('build_info', 'Always 1: the labels say which version runs.', 'version', 'commit')).set(
    { version, commit },
    1,
  )
  const byOutcome = 'Results that were to be saved, by whether they were.'
  const saves = new Counter(metric('saves_total', byOutcome, 'outcome'))
  for (const outcome of ['saved', 'failed']) saves.inc({ outcome }, 0)
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    const body = await registry.metrics()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(body)
  })
  server.listen(port, host)
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
    countSave: (isSaved: boolean) => saves.inc({ outcome: isSaved ? 'saved' : 'failed' }),
    server,
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`,
    registry,
  }
}

function createXMetrics(registry: Registry): Required<Omit<XMonitor, 'clock' | 'tokenTried'>> {
  const metric = metricOf(registry)
  const byOutcome = "Calls of X's API by endpoint and outcome."
  const calls = new Counter(metric('x_calls_total', byOutcome, 'endpoint', 'outcome'))
  const byCost = "Dollars that calls of X's API have cost at most, by endpoint."
  const dollars = new Counter(metric('x_dollars_total', byCost, 'endpoint'))
  const byFault = '1 while X refuses this server its token, credits or access.'
  const refused = new Gauge(metric('x_refused', byFault, 'endpoint', 'fault'))
  return {
    call: (endpoint, outcome) => calls.inc({ endpoint, outcome }),
    spent: (endpoint, micros) => dollars.inc({ endpoint }, micros / MICROS_PER_DOLLAR),
    fault(endpoint, fault) {
      for (const name of OPERATOR_FAULTS) refused.set({ endpoint, fault: name }, name === fault ? 1 : 0)
    },
  }
}

/** Gauges of the day's budget that all processes of a store agree on, also after a restart. */
export function registerBudgetMetrics(
  registry: Registry,
  limitUsd: number,
  spentToday: ReadDollarsSpentToday,
): void {
  const metric = metricOf(registry)
  const limit = "Dollars that X's API may cost in a UTC day (X_BUDGET_USD_PER_DAY)."
  new Gauge(metric('x_day_limit_dollars', limit)).set(limitUsd)
  const spent = "Dollars that X's API has cost at most in this UTC day, over all processes of the store."
  const gauge: Gauge = new Gauge({
    ...metric('x_day_dollars', spent),
    async collect() {
      const dollars = await spentToday()
      if (dollars === null) gauge.remove()
      else gauge.set(dollars)
    },
  })
}

export function createFaultLogger(log: Logger) {
  return createFaultLog((error, repeats) => {
    if (error instanceof DamagedSecrets) log.error(error.message)
    else log.error({ err: error, ...(repeats > 0 && { repeats }) }, 'fault')
  })
}

/** `onHeard` is called after every call that X answered or refused: the outcome of the token's trial is then outdated. */
export function createXMonitor(
  log: Logger,
  registry: Registry | undefined,
  onHeard: () => void,
  onClock: (aheadMs: number) => void,
): XMonitor {
  const metrics = registry && createXMetrics(registry)
  return {
    ...metrics,
    clock: onClock,
    /** The token is tried by a lookup of an account. */
    tokenTried: (fault) => metrics?.fault('user', fault),
    call(endpoint, outcome) {
      metrics?.call(endpoint, outcome)
      if (endpoint !== 'oembed' && (outcome === 'answered' || outcome === 'operator')) onHeard()
    },
    fault(endpoint, fault) {
      metrics?.fault(endpoint, fault)
      if (fault) log.warn({ endpoint, fault }, faultSentence(endpoint, fault))
      else log.info({ endpoint }, answersAgainSentence(endpoint))
    },
  }
}
