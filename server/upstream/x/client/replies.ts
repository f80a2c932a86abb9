import type { UnjudgedReason } from '../../../../contract/evidence.ts'
import { ApiError } from '../../../http/errors.ts'
import type { ApiErrorCode } from '../../../http/errors.ts'

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

/** Our own limits, of which X knows nothing. */
type OwnLimit = 'budget' | 'hour' | 'share' | 'queue'
const OWN_LIMITS: Partial<Record<ApiErrorCode, OwnLimit>> = {
  budget_spent: 'budget',
  hour_spent: 'hour',
  share_spent: 'share',
  rate_limited: 'share',
  busy: 'queue',
}

/** The reason to report for each cause of a failure. Each part of X has reasons of its own. */
export type FailureReasons<Reason extends string> = { failed: Reason; limited: Reason; operator: Reason }
export const ACCOUNT_SEARCH_REASONS = {
  failed: 'search_failed',
  limited: 'limited',
  operator: 'operator',
} as const
export const TIMELINE_REASONS = {
  failed: 'posts_failed',
  limited: 'posts_limited',
  operator: 'posts_operator',
} as const
export const ACCOUNT_REASONS = {
  failed: 'account_failed',
  limited: 'account_limited',
  operator: 'account_operator',
} as const

/** Why there is no answer. `until` is when the limit ends that the reason names, in Unix milliseconds, if that is known. */
export type CallFailure<Reason extends string> = { reason: Reason; until?: number | undefined }

/** Returns why a call brought no answer: X's limit, its refusal, its failure, or a limit of ours. */
export function toCallFailure<Reason extends string>(
  error: unknown,
  reasons: FailureReasons<Reason>,
  now: number,
): CallFailure<Reason | OwnLimit> {
  if (error instanceof RateLimited) return { reason: reasons.limited, until: error.until }
  if (error instanceof OperatorRefused) return { reason: reasons.operator }
  const own = error instanceof ApiError && OWN_LIMITS[error.code]
  if (!own) return { reason: reasons.failed }
  // The queue is full for a moment only, and nobody knows until when.
  if (own === 'queue' || error.retryAfter === undefined) return { reason: own }
  return { reason: own, until: now + error.retryAfter * 1000 }
}

type ReplyOrReason = { reply: HttpReply } | ({ reply: null } & CallFailure<UnjudgedReason>)

/** Returns a failure of the timeline as a reason. Throws only when the visitor has left. */
export async function replyOrReason(
  call: Promise<HttpReply>,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<ReplyOrReason> {
  try {
    return { reply: await call }
  } catch (error) {
    signal.throwIfAborted()
    return { reply: null, ...toCallFailure(error, TIMELINE_REASONS, now()) }
  }
}
