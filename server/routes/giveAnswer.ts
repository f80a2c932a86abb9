import { createFactory } from 'hono/factory'
import { createHmac } from 'node:crypto'
import { SeenAnswer } from '../../contract/AgreementTicket.ts'
import { DAY_MS, endOfJapanDay } from '../../contract/japanDay.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { jsonBody, limitedBody, onlyJson } from '../http/jsonBody.ts'
import { limited } from '../http/limited.ts'
import { Refusal } from '../http/refusal.ts'
import { storeAway } from '../http/storeAway.ts'
import { TICKET_MS, verifyTicket } from '../proof/ticket.ts'
import type { AppParts } from './AppParts.ts'
import { AGREEMENT_DAYS, collecting } from './readAgreement.ts'

/** Marks outlive their tickets by this long, since servers' clocks may differ by a minute. */
const SKEW_MS = 120_000

/** Counts what a visitor saw beside a verdict of a check, once for each item of the check, and an address's part of a day at most. */
export function giveAnswer(parts: AppParts) {
  return createFactory<AppEnv>().createHandlers(
    collecting(parts),
    onlyJson,
    limited(parts, 'agreement'),
    limitedBody,
    jsonBody(SeenAnswer),
    async (c) => {
      const { ticket: _, ...cell } = c.req.valid('json')
      const now = parts.now()
      const { id, ttlMs } = verifyTicket(parts.keys(), c.req.valid('json'), now)
      const dayMs = Math.max(0, endOfJapanDay(cell.day) - now)
      const came = await parts.store
        .countAnswer({
          cell,
          cellMs: dayMs + AGREEMENT_DAYS * DAY_MS,
          ticket: id,
          ticketMs: ttlMs + SKEW_MS,
          share: hashed(parts.keys()[0], `${cell.day} ${c.var.share}`),
          // The day's last check can still be answered.
          shareMs: dayMs + TICKET_MS + SKEW_MS,
          percent: parts.agreementPercent ?? 0,
        })
        .catch(storeAway(parts.onFault))
      if (came === 'again') throw new Refusal('counted')
      if (came === 'full') throw new Refusal('address_full')
      return c.json(cell)
    },
  )
}

/** Stands for an address on one day, and tells nothing of it without the server's key. */
function hashed(key: string, address: string): string {
  return createHmac('sha256', key).update(`share ${address}`).digest('base64url').slice(0, 22)
}
