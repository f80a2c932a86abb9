import * as v from 'valibot'
import type { Reason } from '../../../../contract/evidence.ts'
import { causeOfCode, causeRow } from '../../../../contract/reasons.ts'
import type { XPart } from '../../../../contract/reasons.ts'
import { ApiError } from '../../../http/errors.ts'
import { XErrorAnswer } from '../schemas.ts'
import type { HttpReply } from '../schemas.ts'

/** `search_all` reaches back to the first post, `search` seven days. */
export const X_ENDPOINTS = ['user', 'timeline', 'search', 'search_all', 'posts'] as const
export type XEndpoint = (typeof X_ENDPOINTS)[number]
export type SearchEndpoint = Extract<XEndpoint, 'search' | 'search_all'>

export type XSource = XEndpoint | 'oembed'

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

/**
 * Returns why a call of a part of X brought no answer: X's limit, its refusal, its failure, or a limit of ours. Throws every other error again: a
 * fault of the code or of the store is no failure of X.
 */
export function toReason(error: unknown, part: XPart, now: number): Reason {
  if (error instanceof RateLimited) return { cause: 'limited', part, until: error.until }
  if (error instanceof OperatorRefused) return { cause: 'refused', part }
  if (error instanceof UpstreamDown) return { cause: 'failed', part }
  const cause = error instanceof ApiError ? causeOfCode(error.code) : undefined
  if (!(error instanceof ApiError) || cause === undefined) throw error
  if (causeRow(cause).of === 'part') return { cause, part }
  // The queue is full for a moment only, and nobody knows until when.
  if (cause === 'busy' || error.retryAfter === undefined) return { cause }
  return { cause, until: now + error.retryAfter * 1000 }
}

/** Runs work that asks a part of X. Resolves to its result or the reason of its failure. Throws if the signal aborts, and what `toReason` throws. */
export async function resultOrReason<T>(
  part: XPart,
  { signal, now }: { signal: AbortSignal; now: () => number },
  work: () => Promise<T>,
): Promise<{ result: T; reason: null } | { result: null; reason: Reason }> {
  try {
    return { result: await work(), reason: null }
  } catch (error) {
    signal.throwIfAborted()
    return { result: null, reason: toReason(error, part, now()) }
  }
}

export type CallOutcome = 'answered' | 'limited' | 'operator' | 'down'

export type XMonitor = {
  call?: (source: XSource, outcome: CallOutcome) => void
  spent?: (endpoint: string, micros: number) => void
  fault?: (source: XSource, fault: OperatorFault | null) => void
  /** Milliseconds by which X's clock is ahead of ours, with each answer of X. */
  clock?: (aheadMs: number) => void
}

/** Ends of X's problem types that are about the app, not about what it asked for. */
const ACCESS_TYPES = ['/client-forbidden', '/unsupported-authentication', '/oauth1-permissions']
const CAPPED_TYPE = '/usage-capped'
const ACCESS_REASONS = new Set(['client-not-enrolled', 'official-client-forbidden'])

/** Null for an answer that does not refuse the operator. */
export function operatorFaultOf({ status, json }: HttpReply): OperatorFault | null {
  if (status === 401) return 'token'
  if (status === 402) return 'credits'
  const body = v.safeParse(XErrorAnswer, json)
  if (!body.success || (status === 200 && body.output.data !== undefined)) return null
  const problems = [body.output, ...body.output.errors]
  if (problems.some(({ type }) => type.endsWith(CAPPED_TYPE))) return 'credits'
  const access = problems.some(
    ({ type, reason }) => ACCESS_TYPES.some((end) => type.endsWith(end)) || ACCESS_REASONS.has(reason),
  )
  return access ? 'access' : null
}

/** The public oEmbed asks for no token, so 401 says nothing. */
export function oembedFaultOf(reply: HttpReply): OperatorFault | null {
  return reply.status === 401 ? null : operatorFaultOf(reply)
}
/** Milliseconds by which X's clock is ahead of ours; null if the answer has no `Date`. A cache's answer is older by its `Age`. */
export function xClockAheadMs(headers: Headers, now: number): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  const age = Number(headers.get('age') ?? 0)
  return date + (age > 0 ? age * 1000 : 0) - now
}
