import * as v from 'valibot'
import { Ticket } from '../../../contract/feedback.ts'
import type { AgreementReport, SeenAnswer } from '../../../contract/feedback.ts'
import { bodyFor, checkAccount, post } from '../client.ts'
import type { Call } from '../client.ts'

/** The tickets that an account's check brings along, by item. */
export async function ticketsOf(call: Call, name: string): Promise<Map<string, Ticket>> {
  const answer = (await (await checkAccount(call, bodyFor(name))).json()) as { agreement: unknown }
  return new Map(v.parse(v.array(Ticket), answer.agreement).map((ticket) => [ticket.item, ticket]))
}

export async function ticketOf(call: Call, name: string, item: Ticket['item']): Promise<Ticket> {
  const ticket = (await ticketsOf(call, name)).get(item)
  if (!ticket) throw new Error(`no ticket for ${item}`)
  return ticket
}

export const give = (call: Call, answer: object) => post(call, '/api/agreement', answer)
export const seen = (ticket: Ticket): SeenAnswer => ({ ...ticket, seen: 'seen', viewer: 'unstated' })
export const unseen = (ticket: Ticket): SeenAnswer => ({ ...ticket, seen: 'unseen', viewer: 'unstated' })

export async function reportFrom(call: Call): Promise<AgreementReport> {
  return (await (await call('/api/agreement')).json()) as AgreementReport
}
