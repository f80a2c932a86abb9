import { hash } from 'node:crypto'
import * as v from 'valibot'
import { codeOfCause, ApiError } from '../../../contract/reasons.ts'
import type { SpentCause } from '../../../contract/reasons.ts'
import { networksOf } from '../../http/limits.ts'
import { NO_QUOTA_LIMIT, readSpent, settleReservation, throwStoreUnavailable } from '../../store/Store.ts'
import type { Quota, Reservation, SpendingStore } from '../../store/Store.ts'
import type { Caller } from '../Upstream.ts'
import { BUSY_RETRY_S, createKeyedCounter } from '../Upstream.ts'
import type { XEndpoint, HttpReply } from './replies.ts'

/** A request counts as charged once it is `sent`, unless X answers with anything but 200. */
export type ChargeMeter = { sent: () => void; free: () => void }

export const MICROS_PER_DOLLAR = 1_000_000

/**
 * Prices of returned resources in millionths of a dollar, as X's price list said on 2026-08-07. Failed calls are free. X promises only softly
 * to charge a resource once a UTC day: here each one counts.
 */
export const PRICES_MICROS = { user: 10_000, post: 5_000 } as const

const Resources = v.fallback(v.array(v.unknown()), [])
const Includes = v.object({ tweets: Resources, posts: Resources, users: Resources })
const Returned = v.object({
  data: v.optional(v.unknown()),
  /** X does not say whether these are charged: they are counted. */
  includes: v.fallback(Includes, { tweets: [], posts: [], users: [] }),
})

/** X answers these for a name that nobody has, or whose account is suspended or withheld. */
const ABSENT_STATUSES = new Set([200, 403, 404])

/**
 * What an answer costs, as it is booked. X charges nothing for a lookup that finds nobody: it is booked like one that finds somebody, so that
 * dollars bound all calls.
 */
function microsOf({ status, json }: HttpReply, kind: keyof typeof PRICES_MICROS): number {
  const returned = status === 200 ? returnedMicros(json, kind) : 0
  return kind === 'user' && ABSENT_STATUSES.has(status) ? Math.max(returned, PRICES_MICROS.user) : returned
}

function returnedMicros(json: unknown, kind: keyof typeof PRICES_MICROS): number {
  const read = v.safeParse(Returned, json)
  if (!read.success) return 0
  const { data, includes } = read.output
  const returned = Array.isArray(data) ? data.length : Number(data !== undefined && data !== null)
  const posts = includes.tweets.length + includes.posts.length
  return (
    returned * PRICES_MICROS[kind] + posts * PRICES_MICROS.post + includes.users.length * PRICES_MICROS.user
  )
}

/** How much may be spent on X's API, in millionths of a dollar. */
export type SpendingLimits = {
  /** What everybody together may spend in a UTC day. */
  dayMicros: number
  /** What one address may spend in a UTC day. A network may spend a multiple of it. */
  addressMicros: number
  /** Every address and every network may spend this much in a day, even if its share is smaller. A network may spend it once, not for each address. */
  leastMicros: number
  /** What everybody together may spend in an hour. */
  hourMicros: number
}
/** `cause` is why a call is refused if the quota is used up, `until` when it is refilled. */
type NamedQuota = Quota & { cause: SpentCause; until: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long sums are stored. This is longer than the day or the hour, because clocks differ; sums of addresses are stored only briefly. */
const KEPT_MS = { day: 3 * DAY_MS, hour: 3 * HOUR_MS, address: HOUR_MS }

/** The quota that takes longest to refill comes first. */
function quotasAt(
  now: number,
  clientKey: string,
  limits: SpendingLimits,
): [day: NamedQuota, ...NamedQuota[]] {
  const { dayMicros, addressMicros, leastMicros, hourMicros } = limits
  const midnight = now - (now % DAY_MS) + DAY_MS
  const nextHour = now - (now % HOUR_MS) + HOUR_MS
  const time = new Date(now).toISOString()
  const [day, hour] = [time.slice(0, 10), time.slice(0, 13)]
  const networks = networksOf(clientKey).map(({ key, multiplier }): NamedQuota => ({
    name: networkQuotaName(day, key),
    limit: Math.min(Math.max(multiplier * addressMicros, leastMicros), dayMicros),
    ttlMs: midnight - now + KEPT_MS.address,
    cause: 'share',
    until: midnight,
  }))
  return [
    { name: day, limit: dayMicros, ttlMs: KEPT_MS.day, cause: 'budget', until: midnight },
    ...networks,
    { name: hour, limit: hourMicros, ttlMs: KEPT_MS.hour, cause: 'hour', until: nextHour },
  ]
}

/** The store's name of one network's part of a quota: it does not show the address. */
export const networkQuotaName = (quota: string, key: string) =>
  `${quota} ${hash('sha256', `${quota} ${key}`, 'base64url').slice(0, 16)}`

type PaidCall = {
  endpoint: XEndpoint
  kind: keyof typeof PRICES_MICROS
  worstMicros: number
  call: (meter: ChargeMeter) => Promise<HttpReply>
}
export type PayForCall = (paid: PaidCall) => Promise<HttpReply>

/** Runs work that costs at most `worstMicros`. Throws an `ApiError` unless that can be afforded now, and `moreMicros` after it. */
export type Budget = <T>(
  caller: Caller,
  worstMicros: number,
  work: (pay: PayForCall) => Promise<T>,
  moreMicros?: number,
) => Promise<T>

type BudgetOptions = {
  store: SpendingStore
  spending: SpendingLimits
  now: () => number
  onFault: (error: unknown) => void
  onSpend?: ((endpoint: XEndpoint, micros: number) => void) | undefined
}

/** `moreMicros` must be affordable afterwards. `ignoresHour`: the quota of the hour does not hold this client up. */
type ReserveOptions = { moreMicros?: number | undefined; ignoresHour?: boolean }

/** A client below this part of its day's share is not held up by the hour's quota. */
const LITTLE_SHARE = 1 / 4
const hasTakenLittle = ({ cause, limit }: NamedQuota, spentMicros: number) =>
  cause !== 'share' || spentMicros < limit * LITTLE_SHARE
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Dollars that X has cost in the UTC day of a time, at most, over all processes of the store; reservations are included. */
export async function dollarsSpentToday(store: SpendingStore, now: number): Promise<number> {
  return (await readSpent(store, utcDay(now))) / MICROS_PER_DOLLAR
}

/**
 * The budget is exact over all processes that share the store: the worst case is reserved before X is called, and settled with the real
 * cost. A process that dies in between has spent its reservation.
 */
export function createBudget({ store, spending, now, onFault, onSpend }: BudgetOptions): Budget {
  const underWay = createKeyedCounter()
  const count = ({ quotas, amount }: Reservation, sign: 1 | -1) => {
    for (const { name } of quotas) underWay.add(name, sign * amount)
  }
  /** What this process has reserved and spent in a day, less what it gave back. */
  const own = { day: '', micros: 0 }
  function addOwn(day: string, micros: number): void {
    if (day > own.day) Object.assign(own, { day, micros: 0 })
    if (day === own.day) own.micros += micros
  }

  /** Books again what a store that lost its data, such as a Redis that was emptied, no longer knows of this process. Resolves to whether it did. */
  async function restoreLost(day: NamedQuota, storedMicros: number): Promise<boolean> {
    const lost = day.name === own.day ? own.micros - storedMicros : 0
    if (lost <= 0) return false
    await store
      .spend({ amount: lost, quotas: [{ ...day, limit: NO_QUOTA_LIMIT }] })
      .catch(throwStoreUnavailable(onFault))
    return true
  }

  async function reserve(
    clientKey: string,
    micros: number,
    options: ReserveOptions = {},
  ): Promise<Reservation> {
    const { moreMicros = 0, ignoresHour = false } = options
    const all = quotasAt(now(), clientKey, spending)
    const [day] = all
    const quotas = all.filter(({ cause }) => !ignoresHour || cause !== 'hour')
    const reservation: Reservation = {
      amount: micros,
      quotas: quotas.map((quota) => ({ ...quota, limit: quota.limit - moreMicros })),
    }
    const { refusedBy, sums } = await store.spend(reservation).catch(throwStoreUnavailable(onFault))
    if (refusedBy === null) {
      count(reservation, 1)
      addOwn(day.name, micros)
      if (!(await restoreLost(day, sums[0] ?? 0))) return reservation
      await settle(reservation, 0)
      return reserve(clientKey, micros, options)
    }
    const refusing = quotas.findIndex(({ name }) => name === refusedBy)
    const empty = quotas[refusing]
    if (!empty) throw new Error('A store refuses only for a quota that it was given')
    const hasClientTakenLittle = quotas.every((quota, index) => hasTakenLittle(quota, sums[index] ?? 0))
    if (empty.cause === 'hour' && !ignoresHour && hasClientTakenLittle) {
      return reserve(clientKey, micros, { moreMicros, ignoresHour: true })
    }
    // The amount that running checks have reserved and will not use may be enough.
    const spentMicros = (sums[refusing] ?? 0) - underWay.of(refusedBy)
    if (spentMicros + micros + moreMicros <= empty.limit) throw new ApiError('busy', BUSY_RETRY_S)
    throw new ApiError(codeOfCause(empty.cause), Math.max(1, Math.ceil((empty.until - now()) / 1000)))
  }
  async function settle(reservation: Reservation, usedMicros: number): Promise<void> {
    const change = usedMicros - reservation.amount
    const day = reservation.quotas[0]?.name ?? ''
    count(reservation, -1)
    // Never more than the store has: lowered before, raised after.
    addOwn(day, Math.min(change, 0))
    await settleReservation(store, reservation, usedMicros).catch(onFault)
    addOwn(day, Math.max(change, 0))
  }

  return async ({ clientKey }, worstMicros, work, moreMicros) => {
    let day = utcDay(now())
    let held = await reserve(clientKey, worstMicros, { moreMicros })
    let used = 0

    /** Calls after midnight count to the new day. */
    async function moveToToday(): Promise<void> {
      const today = utcDay(now())
      if (today === day) return
      const next = await reserve(clientKey, Math.max(0, held.amount - used))
      await settle(held, used)
      held = next
      used = 0
      day = today
    }

    async function pay({ endpoint, kind, worstMicros, call }: PaidCall): Promise<HttpReply> {
      await moveToToday()
      let cost = 0
      try {
        const reply = await call({ sent: () => (cost = worstMicros), free: () => (cost = 0) })
        cost = microsOf(reply, kind)
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
