import * as v from 'valibot'
import { FeedbackReport, FeedbackToken } from '../../../contract/feedback.ts'
import type { FeedbackAnswer } from '../../../contract/feedback.ts'
import { bodyFor, checkAccount, post } from '../client.ts'
import type { Call } from '../client.ts'

/** The feedback tokens that an account's check brings along, by item. */
export async function feedbackTokensOf(call: Call, name: string): Promise<Map<string, FeedbackToken>> {
  const answer = (await (await checkAccount(call, bodyFor(name))).json()) as { agreement: unknown }
  return new Map(v.parse(v.array(FeedbackToken), answer.agreement).map((ticket) => [ticket.item, ticket]))
}

export async function feedbackTokenOf(
  call: Call,
  name: string,
  item: FeedbackToken['item'],
): Promise<FeedbackToken> {
  const ticket = (await feedbackTokensOf(call, name)).get(item)
  if (!ticket) throw new Error(`no ticket for ${item}`)
  return ticket
}

export const give = (call: Call, answer: object) => post(call, '/api/agreement', answer)
export const seen = (ticket: FeedbackToken): FeedbackAnswer => ({
  ...ticket,
  seen: 'seen',
  viewer: 'unstated',
})
export const unseen = (ticket: FeedbackToken): FeedbackAnswer => ({
  ...ticket,
  seen: 'unseen',
  viewer: 'unstated',
})

export async function reportFrom(call: Call): Promise<FeedbackReport> {
  return v.parse(FeedbackReport, await (await call('/api/agreement')).json())
}
