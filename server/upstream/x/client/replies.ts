import type { Reason } from '../../../../contract/evidence.ts'
import { causeOfCode, causeRow } from '../../../../contract/reasons.ts'
import type { XPart } from '../../../../contract/reasons.ts'
import { ApiError } from '../../../http/errors.ts'

/** An answer of X. `json` is undefined if the body is no JSON. */
export type HttpReply = { status: number; headers: Headers; json: unknown }

export const OPERATOR_FAULTS = ['token', 'credits', 'access'] as const
export type OperatorFault = (typeof OPERATOR_FAULTS)[number]
export class RateLimited extends Error {
  override name = 'RateLimited'
  readonly until: number
  constructor(until: number) {
    super('X takes no more requests for now.')
    this.until = until
  }
}

/** Whether a failed call may have cost money. `never`: X was not called. */
type Charge = 'free' | 'maybe charged' | 'never'

/** X does not answer, or its answer makes no sense. */
export class UpstreamDown extends Error {
  override name = 'UpstreamDown'
  readonly again: Charge
  constructor(message: string, again: Charge, cause?: unknown) {
    super(message, { cause })
    this.again = again
  }
}

export class OperatorRefused extends Error {
  override name = 'OperatorRefused'
  readonly fault: OperatorFault
  readonly until: number
  constructor(fault: OperatorFault, until: number) {
    super(`X refuses this server's ${fault}.`)
    this.fault = fault
    this.until = until
  }
}

/** Returns why a call of a part of X brought no answer: X's limit, its refusal, its failure, or a limit of ours. */
export function toReason(error: unknown, part: XPart, now: number): Reason {
  if (error instanceof RateLimited) return { cause: 'limited', part, until: error.until }
  if (error instanceof OperatorRefused) return { cause: 'refused', part }
  if (!(error instanceof ApiError)) return { cause: 'failed', part }
  const cause = causeOfCode(error.code) ?? 'failed'
  if (causeRow(cause).of === 'part') return { cause, part }
  // The queue is full for a moment only, and nobody knows until when.
  if (cause === 'busy' || error.retryAfter === undefined) return { cause }
  return { cause, until: now + error.retryAfter * 1000 }
}

/** Returns a failure of the timeline as a reason. Throws only when the visitor has left. */
export async function replyOrReason(
  call: Promise<HttpReply>,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<{ reply: HttpReply } | { reply: null; reason: Reason }> {
  try {
    return { reply: await call }
  } catch (error) {
    signal.throwIfAborted()
    return { reply: null, reason: toReason(error, 'timeline', now()) }
  }
}
