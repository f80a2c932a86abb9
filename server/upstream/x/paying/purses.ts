import { hash } from 'node:crypto'
import type { OutageCode } from '../../../../contract/outageCodes.ts'
import type { Purse } from '../../../store/Store.ts'

/** What may be spent, in millionths of a dollar: in a UTC day by all, by one address, and in an hour. */
export type Spending = { dayMicros: number; addressMicros: number; hourMicros: number }
/** A purse, and what is said when it is empty, until when. */
type NamedPurse = Purse & { code: OutageCode; until: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A day's spending is remembered until every clock agrees that the day is over, and an address's not much longer than its day. */
const KEPT_MS = { day: 3 * DAY_MS, hour: 3 * HOUR_MS, address: HOUR_MS }

/** What is spent now for a share counts to these: the day's, the share's of the day, the hour's. That which lasts longest comes first. */
export function pursesAt(now: number, share: string, spending: Spending): NamedPurse[] {
  const midnight = now - (now % DAY_MS) + DAY_MS
  const nextHour = now - (now % HOUR_MS) + HOUR_MS
  const time = new Date(now).toISOString()
  const day = time.slice(0, 10)
  return [
    {
      name: day,
      limitMicros: spending.dayMicros,
      ttlMs: KEPT_MS.day,
      afterLossMicros: Math.floor(spending.dayMicros / 2),
      code: 'budget_spent',
      until: midnight,
    },
    {
      name: `${day} ${digestOf(`${day} ${share}`)}`,
      limitMicros: spending.addressMicros,
      ttlMs: midnight - now + KEPT_MS.address,
      code: 'share_spent',
      until: midnight,
    },
    {
      name: time.slice(0, 13),
      limitMicros: spending.hourMicros,
      ttlMs: KEPT_MS.hour,
      code: 'hour_spent',
      until: nextHour,
    },
  ]
}

/** Addresses are not stored as they are. */
const digestOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 16)
