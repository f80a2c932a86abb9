import { randomUUID } from 'node:crypto'
import { Refusal } from '../../../http/refusal.ts'
import { storeAway } from '../../../http/storeAway.ts'
import type { Reservation, Store } from '../../../store/Store.ts'
import type { Caller } from '../../Caller.ts'
import type { Meter } from './Meter.ts'
import type { PRICES } from './prices.ts'
import { microsOf } from './prices.ts'
import type { Spending } from './purses.ts'
import { pursesAt } from './purses.ts'

/** What pricing needs of an answer. */
type Priced = { status: number; json: unknown }
/** One paid call: its endpoint, the kind of resource it returns, the most it can cost, and the call itself. */
type Paid<R> = {
  endpoint: string
  kind: keyof typeof PRICES
  worstMicros: number
  call: (meter: Meter) => Promise<R>
}
export type Pay = <R extends Priced>(paid: Paid<R>) => Promise<R>

/** Runs work that costs at most `worstMicros`. Throws a `Refusal` unless its caller can afford that now, and `moreMicros` after it. */
export type Budget = <T>(
  caller: Caller,
  worstMicros: number,
  work: (pay: Pay) => Promise<T>,
  moreMicros?: number,
) => Promise<T>

type BudgetOptions = {
  store: Store
  spending: Spending
  now: () => number
  onFault: (error: unknown) => void
  onSpend?: (endpoint: string, micros: number) => void
}

/** Seconds after which a check is worth another try that could not be afforded beside those under way. */
const BUSY_S = 10
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * The operator's budget for a UTC day, with the shares of an address and of an hour, exact over all processes that share the store: the
 * worst case is reserved before anything is asked, and settled with what it did cost. A process that dies in between has spent its
 * reservation.
 */
export function createBudget({ store, spending, now, onFault, onSpend }: BudgetOptions): Budget {
  /** What the checks under way have reserved, by purse. */
  const underWay = new Map<string, number>()
  const count = ({ purses, micros }: Reservation, sign: 1 | -1) => {
    for (const { name } of purses) {
      const held = (underWay.get(name) ?? 0) + sign * micros
      if (held > 0) underWay.set(name, held)
      else underWay.delete(name)
    }
  }

  async function reserve(share: string, micros: number, moreMicros = 0): Promise<Reservation> {
    const purses = pursesAt(now(), share, spending)
    const reservation: Reservation = {
      id: randomUUID(),
      micros,
      purses: purses.map((purse) => ({ ...purse, limitMicros: purse.limitMicros - moreMicros })),
    }
    const refused = await store.reserveSpend(reservation).catch(storeAway(onFault))
    if (refused === null) {
      count(reservation, 1)
      return reservation
    }
    const empty = purses.find(({ name }) => name === refused)
    if (!empty) throw new Error('A store refuses only for a purse that it was given')
    const spent = (await store.spentOn(refused).catch(() => Infinity)) - (underWay.get(refused) ?? 0)
    // What the checks under way have reserved and will not use may be enough.
    if (spent + micros + moreMicros <= empty.limitMicros) throw new Refusal('busy', BUSY_S)
    throw new Refusal(empty.code, Math.max(1, Math.ceil((empty.until - now()) / 1000)))
  }
  async function settle(reservation: Reservation, usedMicros: number): Promise<void> {
    count(reservation, -1)
    await store.settleSpend(reservation, usedMicros).catch(onFault)
  }

  return async ({ share }, worstMicros, work, moreMicros) => {
    let day = utcDay(now())
    let held = await reserve(share, worstMicros, moreMicros)
    let used = 0

    /** What is asked after midnight counts to the new day. */
    async function moveToToday(): Promise<void> {
      const today = utcDay(now())
      if (today === day) return
      const next = await reserve(share, Math.max(0, held.micros - used))
      await settle(held, used)
      held = next
      used = 0
      day = today
    }

    async function pay<R extends Priced>({ endpoint, kind, worstMicros, call }: Paid<R>): Promise<R> {
      await moveToToday()
      let cost = 0
      try {
        const reply = await call({ sent: () => (cost = worstMicros), free: () => (cost = 0) })
        if (reply.status === 200) cost = microsOf(reply.json, kind)
        return reply
      } finally {
        used += cost
        onSpend?.(endpoint, cost)
      }
    }

    try {
      return await work(pay)
    } finally {
      await settle(held, used)
    }
  }
}
