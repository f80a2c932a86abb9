import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { XWatcher } from './upstream/x/createAccounts.ts'
import { OPERATOR_FAULTS } from './upstream/x/operatorFault.ts'
import { xMetrics } from './upstream/x/xMetrics.ts'

/** Counts what X's API is asked, and logs one line when X begins to refuse the operator and one when it stops. */
export function watchX(log: Logger, registry: Registry | undefined): XWatcher {
  const metrics = registry && xMetrics(registry)
  return {
    ...metrics,
    fault(endpoint, fault) {
      metrics?.fault(endpoint, fault)
      if (fault)
        log.warn({ endpoint, fault }, `${OPERATOR_FAULTS[fault]} Account checks pause for a few minutes.`)
      else log.info({ endpoint }, 'X answers account checks again.')
    },
  }
}
