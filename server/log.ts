import { pino } from 'pino'
import type { Logger } from 'pino'

/** Logs as JSON lines. What is logged never holds an address, a screen name, a URL or a token: only routes, codes and faults. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, serializers: { err: pino.stdSerializers.err } })
}
