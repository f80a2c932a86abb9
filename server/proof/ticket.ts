import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { japanDay } from '../../contract/dates.ts'
import type { SeenAnswer, Statement, Ticket } from '../../contract/feedback.ts'
import { Refusal } from '../http/errors.ts'
import { issuedAt } from './challenge.ts'
import type { Keys } from './challenge.ts'

/** For how long after its challenge was issued a check can be answered. Its mark, which stores sweep out late, is then gone within an hour. */
export const TICKET_MS = 40 * 60_000

/** The 36 bytes of a ticket: expiry in Unix seconds (4), id (16), HMAC (16). */
const ID = 4
const MAC = 20
const SIZE = 36

/**
 * Tickets for the verdicts of a check, whose proof has been spent on it. The id is a digest of the challenge and the item, so the same
 * check gives the same ticket however often it is answered, and nobody but its visitor can tell which tickets belong together.
 */
export function ticketsFor(keys: Keys, token: string, statements: readonly Statement[]): Ticket[] {
  const issuedMs = issuedAt(token)
  const day = japanDay(issuedMs)
  return statements.map(({ item, verdict, method }) => {
    const ticket = Buffer.allocUnsafe(SIZE)
    ticket.writeUInt32BE(Math.floor((issuedMs + TICKET_MS) / 1000), 0)
    ticket.write(hash('sha256', `${token} ${item}`, 'binary').slice(0, MAC - ID), ID, 'latin1')
    const stated = { item, verdict, method, day }
    ticket.set(macOf(keys[0], ticket, stated), MAC)
    return { ...stated, ticket: ticket.toString('base64url') }
  })
}

/** The ticket's id and how long it can still be used. Throws a `Refusal` unless it was given for this very verdict, while it holds. */
export function verifyTicket(keys: Keys, answer: SeenAnswer, nowMs: number): { id: string; ttlMs: number } {
  const ticket = Buffer.from(answer.ticket, 'base64url')
  const mac = ticket.subarray(MAC)
  if (!keys.some((key) => timingSafeEqual(macOf(key, ticket, answer), mac))) throw new Refusal('bad_ticket')
  const ttlMs = ticket.readUInt32BE(0) * 1000 - nowMs
  if (ttlMs <= 0) throw new Refusal('old_ticket')
  return { id: ticket.toString('base64url', ID, MAC), ttlMs }
}

/** Begins with a word, so that no challenge, which begins with its version, can be taken for a ticket. */
function macOf(key: string, ticket: Buffer, { item, verdict, method, day }: Omit<Ticket, 'ticket'>): Buffer {
  return createHmac('sha256', key)
    .update(`ticket ${JSON.stringify([item, verdict, method, day])}`)
    .update(ticket.subarray(0, MAC))
    .digest()
    .subarray(0, SIZE - MAC)
}
