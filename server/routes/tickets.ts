import type { Context } from 'hono'
import type { Statement, Ticket } from '../../contract/AgreementTicket.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { ticketsFor } from '../proof/ticket.ts'
import type { AppParts } from './AppParts.ts'

/** What a check's answer brings along for visitors who look for themselves; nothing where the server does not count it. */
export function tickets(
  { agreementPercent, keys }: AppParts,
  c: Context<AppEnv>,
  statements: readonly Statement[],
): { agreement?: Ticket[] } {
  if (agreementPercent === null) return {}
  return { agreement: ticketsFor(keys(), c.req.header('X-Session-Token') ?? '', statements) }
}
