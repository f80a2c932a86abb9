import * as v from 'valibot'
import { XErrorAnswer } from '../schemas.ts'
import type { CallOutcome } from './client.ts'
import type { XSource } from './endpoints.ts'
import type { OperatorFault, HttpReply } from './replies.ts'

export type XMonitor = {
  call?: (source: XSource, outcome: CallOutcome) => void
  spent?: (endpoint: string, micros: number) => void
  fault?: (source: XSource, fault: OperatorFault | null) => void
  /** Milliseconds by which X's clock is ahead of ours, with each answer of X. */
  clock?: (aheadMs: number) => void
}

export const API_FAULT_SENTENCES = {
  token:
    'X refuses the token: X_BEARER_TOKEN is wrong, revoked or expired. Set a valid one and restart the server.',
  credits:
    "X says that credits are used up, or that the plan's cap is reached. Change that in X's developer portal.",
  access: "X says that this app may not use the endpoint. Give it access in X's developer portal.",
} as const satisfies Record<OperatorFault, string>

const OEMBED_FAULT_SENTENCES = {
  token: "X's public oEmbed asks for a token.",
  credits: "X's public oEmbed asks for payment (402).",
  access: "X's public oEmbed says that it may not be used from here (403).",
} as const satisfies Record<OperatorFault, string>

/** Says for each endpoint what does not work while it is paused. */
const PAUSED_SENTENCES = {
  user: 'Account checks pause for a few minutes.',
  timeline: 'Account checks tell no search ban and list no posts for a few minutes.',
  search: 'Nothing of the last seven days is searched for a few minutes.',
  search_all: 'Nothing older than seven days is searched for a few minutes.',
  posts:
    'For a few minutes, a missed post is called excluded only if the timeline of its author says enough about it.',
  oembed: 'Posts are not read for a few minutes.',
} as const satisfies Record<XSource, string>

/** `isPaused`: the endpoint is not called for now. Otherwise the next check tries it. */
export function faultSentence(source: XSource, fault: OperatorFault, isPaused = true): string {
  const why = source === 'oembed' ? OEMBED_FAULT_SENTENCES[fault] : API_FAULT_SENTENCES[fault]
  return `${why} ${isPaused ? PAUSED_SENTENCES[source] : 'The next check tries again.'}`
}

export const answersAgainSentence = (source: XSource) =>
  source === 'oembed' ? "X's public oEmbed answers again." : 'X answers this server again.'

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

/** With a larger difference, ages of posts and the ends of X's limits are so wrong that the operator should correct the clock. */
const CLOCK_DIFFERENCE_MAX_MS = 60_000

/** Returns the warning about a clock difference in milliseconds, or null if the difference does not matter. The sentence stays the same as long as the clock does. */
export function clockWarningSentence(ahead: number): string | null {
  if (Math.abs(ahead) <= CLOCK_DIFFERENCE_MAX_MS) return null
  const direction = ahead > 0 ? 'behind' : 'ahead of'
  return `This machine's clock is more than a minute ${direction} X's. Set it by NTP: ages of posts and the ends of X's limits depend on it.`
}
