import { Refusal } from '../../http/refusal.ts'
import type { Store } from '../../store/Store.ts'
import type { Meter } from './askX.ts'
import type { Reply } from './fetchBounded.ts'
import type { PRICES } from './prices.ts'
import { microsOf } from './prices.ts'

/** One paid call: its endpoint, the kind of resource it returns, the most it can cost, and the call itself. */
type Paid = {
  endpoint: string
  kind: keyof typeof PRICES
  worstMicros: number
  call: (meter: Meter) => Promise<Reply>
}
export type Pay = (paid: Paid) => Promise<Reply>

/** Runs work that costs at most `worstMicros`. Throws a `Refusal` unless the day can afford that, and `moreMicros` after it. */
type Budget = <T>(worstMicros: number, work: (pay: Pay) => Promise<T>, moreMicros?: number) => Promise<T>

type BudgetOptions = {
  store: Store
  limitMicros: number
  now: () => number
  onFault: (error: unknown) => void
  onSpend?: (endpoint: string, micros: number) => void
}

const DAY_MS = 86_400_000
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * The operator's budget for one UTC day, exact over all processes that share the store: the worst case is reserved before anything
 * is asked, and what it did not cost is given back. A process that dies in between has spent its reservation.
 */
export function createBudget({ store, limitMicros, now, onFault, onSpend }: BudgetOptions): Budget {
  async function reserve(day: string, micros: number, limit: number): Promise<void> {
    const granted = await store.reserveSpend(day, micros, limit).catch((error: unknown) => {
      onFault(error)
      throw new Refusal('store_away', 5)
    })
    if (!granted) throw new Refusal('budget_spent', Math.ceil((DAY_MS - (now() % DAY_MS)) / 1000))
  }

  return async (worstMicros, work, moreMicros = 0) => {
    let day = utcDay(now())
    await reserve(day, worstMicros, limitMicros - moreMicros)
    let left = worstMicros

    /** What is asked after midnight counts to the new day. */
    async function moveToToday(): Promise<void> {
      const today = utcDay(now())
      if (today === day) return
      await reserve(today, left, limitMicros)
      await store.returnSpend(day, left).catch(onFault)
      day = today
    }

    async function pay({ endpoint, kind, worstMicros, call }: Paid): Promise<Reply> {
      await moveToToday()
      let cost = 0
      try {
        const reply = await call({ sent: () => (cost = worstMicros), free: () => (cost = 0) })
        if (reply.status === 200) cost = microsOf(reply.json, kind)
        return reply
      } finally {
        left -= cost
        onSpend?.(endpoint, cost)
      }
    }

    try {
      return await work(pay)
    } finally {
      if (left > 0) await store.returnSpend(day, left).catch(onFault)
      if (left < 0) await store.reserveSpend(day, -left, Number.MAX_SAFE_INTEGER).catch(onFault)
    }
  }
}
