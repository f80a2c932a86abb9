import { pino } from 'pino'
import type { Logger } from 'pino'

import { DamagedSecrets } from './proof/keyring.ts'

/** Logs as JSON lines. What is logged never holds an address, a screen name, a URL or a token: only routes, codes and faults. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, serializers: { err: pino.stdSerializers.err } })
}

/** Logs an error: in one sentence where the operator can fix it, else with its stack. */
export function logFault(log: Logger) {
  return (error: unknown): void => {
    if (error instanceof DamagedSecrets) log.error(error.message)
    else log.error({ err: error }, 'fault')
  }
}
