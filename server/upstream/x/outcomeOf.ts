import type { UnjudgedReason } from '../../../contract/evidence.ts'
import type { Reply } from './fetchBounded.ts'
import { OperatorRefused, RateLimited } from './xErrors.ts'

/** An answer of X, or why there is none and when it may be asked again. */
export type CallOutcome = { reply: Reply } | { reply: null; reason: UnjudgedReason; reset?: number }

/** What became of a call whose failure must not cost what is known already. Only the visitor's leaving is thrown. */
export async function outcomeOf(
  call: Promise<Reply>,
  failed: UnjudgedReason,
  signal: AbortSignal,
): Promise<CallOutcome> {
  try {
    return { reply: await call }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RateLimited) return { reply: null, reason: 'limited', reset: error.until }
    return { reply: null, reason: error instanceof OperatorRefused ? 'operator' : failed }
  }
}
