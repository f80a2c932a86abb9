import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { OPERATOR_FAULTS } from './asking/xErrors.ts'
import type { XWatcher } from './asking/XWatcher.ts'
import { MICROS_PER_DOLLAR } from './paying/prices.ts'

/** Prometheus metrics of X's API: calls, cost, and whether it refuses the operator. */
export function xMetrics(registry: Registry): Required<XWatcher> {
  const registers = [registry]
  const calls = new Counter({
    name: 'shadowban_x_calls_total',
    help: "Calls of X's API by endpoint and outcome.",
    labelNames: ['endpoint', 'outcome'],
    registers,
  })
  const dollars = new Counter({
    name: 'shadowban_x_dollars_total',
    help: "Dollars that calls of X's API have cost at most, by endpoint.",
    labelNames: ['endpoint'],
    registers,
  })
  const refused = new Gauge({
    name: 'shadowban_x_refused',
    help: '1 while X refuses this server its token, credits or access.',
    labelNames: ['endpoint', 'fault'],
    registers,
  })
  return {
    call: (endpoint, outcome) => calls.inc({ endpoint, outcome }),
    spent: (endpoint, micros) => dollars.inc({ endpoint }, micros / MICROS_PER_DOLLAR),
    fault(endpoint, fault) {
      for (const name of OPERATOR_FAULTS) {
        refused.set({ endpoint, fault: name }, name === fault ? 1 : 0)
      }
    },
  }
}
