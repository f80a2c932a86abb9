import { hash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { OutageCode } from '../../../contract/outcomes.ts'
import { ApiError, storeUnavailable } from '../../http/errors.ts'
import { networksOf } from '../../http/networks.ts'
import type { Quota, Reservation, Spending } from '../../store/Store.ts'
import type { Caller } from '../Upstream.ts'
import { isOfOneClient } from '../sharing.ts'
import { createTally } from '../tally.ts'
import { X_QUOTAS } from './client/endpoints.ts'
import type { XEndpoint } from './client/endpoints.ts'
import { RateLimited } from './client/replies.ts'

/** Follows what one request may cost: it counts as paid once it is `sent`, and as `free` when X answers with anything but 200. */
export type Meter = { sent: () => void; free: () => void }

/** Millionths of a dollar in a dollar: sums of money are whole numbers everywhere. */
export const MICROS_PER_DOLLAR = 1_000_000

/**
 * What X charges for each resource that it returns, in millionths of a dollar, as its price list said on 2026-08-07. Calls that fail
 * are free. X charges most resources once in a UTC day, but promises that only softly: every returned resource is counted here.
 */
export const PRICES = { user: 10_000, post: 5_000 } as const

/** X does not say whether posts in `includes` are charged: they are counted. */
const Returned = v.object({
  data: v.optional(v.unknown()),
  includes: v.fallback(
    v.object({
      tweets: v.fallback(v.array(v.unknown()), []),
      posts: v.fallback(v.array(v.unknown()), []),
      users: v.fallback(v.array(v.unknown()), []),
    }),
    { tweets: [], posts: [], users: [] },
  ),
})

/** What an answer of X with status 200 costs. */
export function microsOf(json: unknown, kind: keyof typeof PRICES): number {
  const { data, includes } = v.parse(v.fallback(Returned, NOTHING), json)
  const returned = Array.isArray(data) ? data.length : data === undefined || data === null ? 0 : 1
  const posts = includes.tweets.length + includes.posts.length
  return returned * PRICES[kind] + posts * PRICES.post + includes.users.length * PRICES.user
}
const NOTHING = { data: undefined, includes: { tweets: [], posts: [], users: [] } }

/** What may be spent, in millionths of a dollar: in a UTC day by all, by one address, and in an hour. */
export type SpendingLimits = { dayMicros: number; addressMicros: number; hourMicros: number }
/** A quota, and what is said when it is empty, until when. */
type NamedQuota = Quota & { code: OutageCode; until: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A day's spending is remembered until every clock agrees that the day is over, and an address's not much longer than its day. */
const KEPT_MS = { day: 3 * DAY_MS, hour: 3 * HOUR_MS, address: HOUR_MS }

/** What is spent now for a client counts to these: the day's, those of its networks for the day, the hour's. That which lasts longest comes first. */
function quotasAt(now: number, clientKey: string, spending: SpendingLimits): NamedQuota[] {
  const midnight = now - (now % DAY_MS) + DAY_MS
  const nextHour = now - (now % HOUR_MS) + HOUR_MS
  const time = new Date(now).toISOString()
  const day = time.slice(0, 10)
  const networks = networkQuotas(day, clientKey, midnight - now + KEPT_MS.address, (shares) =>
    Math.min(shares * spending.addressMicros, spending.dayMicros),
  ).map((quota): NamedQuota => Object.assign(quota, { code: 'share_spent' as const, until: midnight }))
  return [
    {
      name: day,
      limitMicros: spending.dayMicros,
      ttlMs: KEPT_MS.day,
      code: 'budget_spent',
      until: midnight,
    },
    ...networks,
    {
      name: time.slice(0, 13),
      limitMicros: spending.hourMicros,
      ttlMs: KEPT_MS.hour,
      code: 'hour_spent',
      until: nextHour,
    },
  ]
}

/** The parts of X's calls that one address may make in a quarter of an hour, enough for one check that misses 20 posts, and a whole network. */
const CALLS_PART = { address: 1 / 5, network: 5 / 6 }
const QUARTER_MS = 15 * 60_000
const quarterAt = (now: number) => now - (now % QUARTER_MS)

/** What a call of an endpoint counts to, in calls, in a quarter of an hour, as X counts. */
function callQuotasAt(now: number, clientKey: string, endpoint: XEndpoint): Quota[] {
  const quota = X_QUOTAS[endpoint]
  const name = `calls ${endpoint} ${new Date(quarterAt(now)).toISOString().slice(0, 16)}`
  const ttlMs = 2 * QUARTER_MS
  const networks = networkQuotas(name, clientKey, ttlMs, (shares) =>
    Math.floor(quota * Math.min(CALLS_PART.address * shares, CALLS_PART.network)),
  )
  return [{ name, limitMicros: quota, ttlMs }, ...networks]
}

/** Searches under a name that a visitor's URL alone tells, which anybody can invent: so many a day for one address. */
const UNVERIFIED_MAX = 20

function unverifiedQuotasAt(now: number, clientKey: string): Quota[] {
  const ttlMs = DAY_MS + KEPT_MS.address
  return networkQuotas(`unverified ${utcDay(now)}`, clientKey, ttlMs, (shares) => UNVERIFIED_MAX * shares)
}

/** A quota of its own for each network of a client. Addresses are not stored as they are. */
function networkQuotas(name: string, clientKey: string, ttlMs: number, limitOf: (shares: number) => number) {
  return networksOf(clientKey).map(({ key, shares }) => ({
    name: `${name} ${hash('sha256', `${name} ${key}`, 'base64url').slice(0, 16)}`,
    limitMicros: limitOf(shares),
    ttlMs,
  }))
}

/** What pricing needs of an answer. */
type Priced = { status: number; json: unknown }
/** What a call is counted as: `isUnverified` where it searches under a name that X did not tell. */
type CountedCall = { endpoint: XEndpoint; isUnverified?: boolean }
/** One paid call: its endpoint, the kind of resource it returns, the most it can cost, and the call itself. */
type Paid<R> = CountedCall & {
  kind: keyof typeof PRICES
  worstMicros: number
  call: (meter: Meter) => Promise<R>
}
export type Pay = <R extends Priced>(paid: Paid<R>) => Promise<R>

/** Runs work that costs at most `worstMicros`. Throws an `ApiError` unless its caller can afford that now, and `moreMicros` after it. */
export type Budget = <T>(
  caller: Caller,
  worstMicros: number,
  work: (pay: Pay) => Promise<T>,
  moreMicros?: number,
) => Promise<T>

type BudgetOptions = {
  store: Spending
  spending: SpendingLimits
  now: () => number
  onFault: (error: unknown) => void
  onSpend?: (endpoint: string, micros: number) => void
}

/** Below this part of its day's share, who asks has taken little. */
const LITTLE = 1 / 4
/** Seconds after which a check is worth another try that could not be afforded beside those under way. */
const BUSY_S = 10
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * The operator's budget for a UTC day, with the shares of an address and of an hour, exact over all processes that share the store: the
 * worst case is reserved before anything is asked, and settled with what it did cost. A process that dies in between has spent its
 * reservation.
 */
export function createBudget({ store, spending, now, onFault, onSpend }: BudgetOptions): Budget {
  /** What the checks under way have reserved, by quota. */
  const underWay = createTally()
  const count = ({ quotas, micros }: Reservation, sign: 1 | -1) => {
    for (const { name } of quotas) underWay.add(name, sign * micros)
  }

  async function hasTakenLittle(quotas: readonly NamedQuota[]): Promise<boolean> {
    const networks = quotas.filter(({ code }) => code === 'share_spent')
    const taken = await Promise.all(networks.map(({ name }) => store.spentOn(name)))
    return networks.every(({ limitMicros }, index) => (taken[index] ?? 0) < limitMicros * LITTLE)
  }

  async function reserve(
    clientKey: string,
    micros: number,
    moreMicros = 0,
    withoutHour = false,
  ): Promise<Reservation> {
    const quotas = quotasAt(now(), clientKey, spending).filter(
      ({ code }) => !withoutHour || code !== 'hour_spent',
    )
    const reservation: Reservation = {
      id: randomUUID(),
      micros,
      quotas: quotas.map((quota) => ({ ...quota, limitMicros: quota.limitMicros - moreMicros })),
    }
    const refused = await store.reserveSpend(reservation).catch(storeUnavailable(onFault))
    if (refused === null) {
      count(reservation, 1)
      return reservation
    }
    const empty = quotas.find(({ name }) => name === refused)
    if (!empty) throw new Error('A store refuses only for a quota that it was given')
    // The hour's part holds up only who has taken much already.
    if (empty.code === 'hour_spent' && !withoutHour && (await hasTakenLittle(quotas))) {
      return reserve(clientKey, micros, moreMicros, true)
    }
    const spent = (await store.spentOn(refused).catch(() => Infinity)) - underWay.of(refused)
    // What the checks under way have reserved and will not use may be enough.
    if (spent + micros + moreMicros <= empty.limitMicros) throw new ApiError('busy', BUSY_S)
    throw new ApiError(empty.code, Math.max(1, Math.ceil((empty.until - now()) / 1000)))
  }
  /** Books calls of an endpoint, or throws `RateLimited` where the quota or a network's part of it is used up. */
  async function book({ endpoint, isUnverified = false }: CountedCall, clientKey: string, micros: number) {
    const calls = callQuotasAt(now(), clientKey, endpoint)
    const unverified = isUnverified ? unverifiedQuotasAt(now(), clientKey) : []
    const booking: Reservation = { id: randomUUID(), micros, quotas: [...calls, ...unverified] }
    const refused = await store.reserveSpend(booking).catch(storeUnavailable(onFault))
    if (refused === null) return booking
    if (unverified.some(({ name }) => name === refused)) throw new ApiError('share_spent')
    throw new RateLimited(quarterAt(now()) + QUARTER_MS)
  }
  /** Books together what joins in the same moment, and settles it when the last of them has ended. */
  function bookTogether(call: CountedCall, clientKey: string, onStart = () => {}) {
    let [joined, ended, made] = [0, 0, 0]
    const booked = Promise.resolve().then(() => (onStart(), book(call, clientKey, joined)))
    return {
      async join() {
        joined++
        const booking = await booked
        return async (calls: number) => {
          made += calls
          if (++ended === joined) await store.settleSpend(booking, made).catch(onFault)
        }
      },
      isShared: () => joined > 1,
    }
  }
  async function settle(reservation: Reservation, usedMicros: number): Promise<void> {
    count(reservation, -1)
    await store.settleSpend(reservation, usedMicros).catch(onFault)
  }

  return async ({ clientKey }, worstMicros, work, moreMicros) => {
    let day = utcDay(now())
    let held = await reserve(clientKey, worstMicros, moreMicros)
    let used = 0

    const gathering = new Map<string, ReturnType<typeof bookTogether>>()
    /** Where not all that begins together can be booked, each books for itself. */
    async function bookCall(call: CountedCall) {
      const key = `${call.endpoint} ${call.isUnverified}`
      const booking = gathering.get(key) ?? bookTogether(call, clientKey, () => gathering.delete(key))
      gathering.set(key, booking)
      return booking.join().catch((error: unknown) => {
        const isRefused = error instanceof RateLimited || isOfOneClient(error)
        if (isRefused && booking.isShared()) return bookTogether(call, clientKey).join()
        throw error
      })
    }

    /** What is asked after midnight counts to the new day. */
    async function moveToToday(): Promise<void> {
      const today = utcDay(now())
      if (today === day) return
      const next = await reserve(clientKey, Math.max(0, held.micros - used))
      await settle(held, used)
      held = next
      used = 0
      day = today
    }

    async function pay<R extends Priced>(paid: Paid<R>): Promise<R> {
      const { endpoint, kind, worstMicros, call } = paid
      await moveToToday()
      const settleCalls = await bookCall(paid)
      let cost = 0
      let calls = 0
      const sent = () => {
        cost = worstMicros
        calls++
      }
      try {
        const reply = await call({ sent, free: () => (cost = 0) })
        if (reply.status === 200) cost = microsOf(reply.json, kind)
        return reply
      } finally {
        used += cost
        await settleCalls(calls)
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
