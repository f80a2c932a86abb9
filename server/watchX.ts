import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { answersAgain, faultSentence } from './upstream/x/asking/faultSentence.ts'
import type { XWatcher } from './upstream/x/asking/XWatcher.ts'
import { xMetrics } from './upstream/x/xMetrics.ts'

/** Counts what X's API is asked, and logs one line when X begins to refuse the operator and one when it stops. */
export function watchX(log: Logger, registry: Registry | undefined): XWatcher {
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
