import type { UnjudgedReason } from '../../../../contract/evidence.ts'
import { ApiError } from '../../../http/errors.ts'

/** `json` is undefined where the body is no JSON. */
export type Reply = { status: number; headers: Headers; json: unknown }

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

/** What a retry would repeat; `never`: X was not called. */
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

type ReplyOrReason = { reply: Reply } | { reply: null; reason: UnjudgedReason; reset?: number }

/** Returns a failure as a reason. Throws only when the visitor has left. */
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
    if (error instanceof OperatorRefused) return { reply: null, reason: 'operator' }
    // Our own limits: X was not asked.
    return { reply: null, reason: error instanceof ApiError ? 'budget' : failed }
  }
}
