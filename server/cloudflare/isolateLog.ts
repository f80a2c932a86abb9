import type { RefusalCode } from '../http/refusal.ts'
import type { AnsweredCall } from '../http/tellAnswer.ts'
import { answersAgain, faultSentence } from '../upstream/x/asking/faultSentence.ts'
import type { XWatcher } from '../upstream/x/asking/XWatcher.ts'

/** Lines for Workers Logs. What is logged never holds an address, a screen name, a URL or a token: only routes, codes and faults. */
const log = (level: 'info' | 'warn' | 'error', line: object) =>
  console[level](JSON.stringify({ level, ...line }))

export function logFault(error: unknown): void {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: '', stack: '' }
  log('error', { msg: 'fault', name, message, stack })
}

/** What the operator should know, in one sentence. */
export function logWarning(msg: string): void {
  log('warn', { msg })
}

/** Answers that went wrong on the server's side; the platform counts the rest. */
export function logAnswer(call: AnsweredCall): void {
  if (call.status >= 500 && call.code !== ('busy' satisfies RefusalCode))
    log('warn', { msg: 'answer', ...call })
}

export const logX: XWatcher = {
  fault(endpoint, fault) {
    if (fault) log('warn', { endpoint, msg: faultSentence(endpoint, fault) })
    else log('info', { endpoint, msg: answersAgain(endpoint) })
  },
}
