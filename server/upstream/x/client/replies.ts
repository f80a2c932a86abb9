import type { UnjudgedReason } from '../../../../contract/evidence.ts'

/** An answer of X: what its status and headers say, and its body where that is JSON. */
export type Reply = { status: number; headers: Headers; json: unknown }

/** The JSON in a text; undefined where there is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What X holds against this server's operator. */
export const OPERATOR_FAULTS = ['token', 'credits', 'access'] as const
export type OperatorFault = (typeof OPERATOR_FAULTS)[number]
/** A pause in calling one endpoint: its rate limit is reached, or it refuses the operator. `until` is in Unix milliseconds. */
export type Cooldown = { reason: 'limited' | OperatorFault; until: number }

/** X's rate limit is reached; it ends at `until`, in Unix milliseconds. */
export class RateLimited extends Error {
  override name = 'RateLimited'
  readonly until: number
  constructor(until: number) {
    super('X takes no more requests for now.')
    this.until = until
  }
}

/** Whether to retry: `free` means that nothing was charged, `maybe charged` that something may have been, `never` that X was not asked. */
type Again = 'free' | 'maybe charged' | 'never'

/** X does not answer, or its answer makes no sense. */
export class UpstreamDown extends Error {
  override name = 'UpstreamDown'
  readonly again: Again
  constructor(message: string, again: Again, cause?: unknown) {
    super(message, { cause })
    this.again = again
  }
}

/** X refuses this server's operator; the endpoint is not called again before `until`. */
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

/** The next turn to ask an endpoint would come too late. */
export class QueueFull extends Error {
  override name = 'NoTurn'
  constructor() {
    super('The queue for this endpoint of X is too long.')
  }
}

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
