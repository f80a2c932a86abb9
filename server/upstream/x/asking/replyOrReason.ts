import type { UnjudgedReason } from '../../../../contract/evidence.ts'
import type { Reply } from './Reply.ts'
import { OperatorRefused, RateLimited } from './xErrors.ts'

/** An answer of X, or why there is none and, for a rate limit, when it ends. */
type ReplyOrReason = { reply: Reply } | { reply: null; reason: UnjudgedReason; reset?: number }

/** Waits for a call and returns its failure as a reason, so that what is known already is kept. Throws only when the visitor has left. */
export async function replyOrReason(
  call: Promise<Reply>,
  failed: UnjudgedReason,
  signal: AbortSignal,
): Promise<ReplyOrReason> {
  try {
    return { reply: await call }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RateLimited) return { reply: null, reason: 'limited', reset: error.until }
    return { reply: null, reason: error instanceof OperatorRefused ? 'operator' : failed }
  }
}
