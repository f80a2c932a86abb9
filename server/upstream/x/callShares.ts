import { hash } from 'node:crypto'
import { ApiError, throwStoreUnavailable } from '../../http/errors.ts'
import { networksOf } from '../../http/networks.ts'
import { NO_QUOTA_LIMIT, settleReservation } from '../../store/Store.ts'
import type { Quota, SpendingStore } from '../../store/Store.ts'
import { X_CALLS_PER_QUARTER_HOUR } from './client/endpoints.ts'
import type { XEndpoint } from './client/endpoints.ts'
import { RateLimited } from './client/replies.ts'

const QUARTER_MS = 15 * 60_000

/**
 * Parts of an endpoint's calls in a quarter of an hour, and the share of all calls that one address and one network may use: the fewer calls are
 * left, the smaller it is. A fifth is enough for a check that misses 20 posts. The last quarter is reserved for those who asked for little, and of that the last
 * half for a first check: it takes 17 unrelated networks to use up the lookups of accounts.
 */
const TIERS = [
  { upTo: 3 / 4, address: 1 / 5, network: 5 / 6 },
  { upTo: 7 / 8, address: 1 / 20, network: 1 / 16 },
  { upTo: 1, address: 1 / 64, network: 1 / 40 },
] as const
type Tier = (typeof TIERS)[number]

function quotasAt(quarter: number, clientKey: string, endpoint: XEndpoint, tier: Tier) {
  const calls = X_CALLS_PER_QUARTER_HOUR[endpoint]
  const ttlMs = 2 * QUARTER_MS
  const name = `calls ${endpoint} ${new Date(quarter).toISOString().slice(0, 16)}`
  const networks = networksOf(clientKey).map(({ key, multiplier }): Quota => ({
    name: networkQuotaName(name, key),
    limitMicros: Math.floor(calls * Math.min(tier.address * multiplier, tier.network)),
    ttlMs,
  }))
  return [{ name, limitMicros: Math.floor(calls * tier.upTo), ttlMs }, ...networks] as const
}
/** The store's name of one network's part of a quota: it does not show the address. */
export const networkQuotaName = (quota: string, key: string) =>
  `${quota} ${hash('sha256', `${quota} ${key}`, 'base64url').slice(0, 16)}`

type CallSharesOptions = { store: SpendingStore; now: () => number; onFault: (error: unknown) => void }
/** Ends a booking with the number of calls that were made. */
type Settle = (calls: number) => Promise<void>

/** Shares X's calls of each endpoint among clients and their networks, exactly over all processes that share the store. */
export function createCallShares({ store, now, onFault }: CallSharesOptions) {
  const notFound = createNotFoundCount({ store, now, onFault })

  /** Throws `RateLimited` if X's limit is reached, or an `ApiError` `rate_limited` if it is the client's share. */
  async function book(endpoint: XEndpoint, clientKey: string, calls: number) {
    const time = now()
    const quarter = time - (time % QUARTER_MS)
    const ends = quarter + QUARTER_MS
    const shareSpent = () => new ApiError('rate_limited', Math.max(1, Math.ceil((ends - now()) / 1000)))
    for (const tier of TIERS) {
      if (tier !== TIERS[0] && endpoint === 'user' && (await notFound.isMuch(clientKey))) throw shareSpent()
      const quotas = quotasAt(quarter, clientKey, endpoint, tier)
      const booking = { micros: calls, quotas }
      const { refusedBy } = await store.spend(booking).catch(throwStoreUnavailable(onFault))
      if (refusedBy === null) return booking
      if (refusedBy !== quotas[0].name) throw shareSpent()
    }
    throw new RateLimited(ends)
  }

  /** Books calls that begin in the same moment by one write to the store, and settles them by another. */
  function bookTogether(endpoint: XEndpoint, clientKey: string, onStart = () => {}) {
    let [joined, ended, made] = [0, 0, 0]
    const booked = Promise.resolve().then(() => (onStart(), book(endpoint, clientKey, joined)))
    return {
      async join(): Promise<Settle> {
        joined++
        const booking = await booked
        return async (calls) => {
          made += calls
          if (++ended === joined) await settleReservation(store, booking, made).catch(onFault)
        }
      },
      isShared: () => joined > 1,
    }
  }

  /** The bookings of one client's check. */
  return (clientKey: string) => {
    const gathering = new Map<XEndpoint, ReturnType<typeof bookTogether>>()
    return async (endpoint: XEndpoint): Promise<Settle> => {
      const booking =
        gathering.get(endpoint) ?? bookTogether(endpoint, clientKey, () => gathering.delete(endpoint))
      gathering.set(endpoint, booking)
      return booking.join().catch((error: unknown) => {
        // If there is no room for all calls together, each books for itself.
        const isFull =
          error instanceof RateLimited || (error instanceof ApiError && error.code === 'rate_limited')
        if (isFull && booking.isShared()) return bookTogether(endpoint, clientKey).join()
        throw error
      })
    }
  }
}

const DAY_MS = 24 * 3_600_000
/** After this many lookups in a day that found no account, an address gets none of the reserved calls. A network may make a multiple of them. */
const NOT_FOUND_MAX = 10

export type NotFoundCount = ReturnType<typeof createNotFoundCount>

/**
 * Counts lookups that found no account, by client and network, until the end of the UTC day. X charges nothing for them, so the budget in
 * dollars does not bound them. The names are not stored.
 */
export function createNotFoundCount({ store, now, onFault }: CallSharesOptions) {
  const quotasOf = (clientKey: string) => {
    const name = `not found ${new Date(now()).toISOString().slice(0, 10)}`
    return networksOf(clientKey).map(({ key }) => ({
      name: networkQuotaName(name, key),
      limitMicros: NO_QUOTA_LIMIT,
      ttlMs: DAY_MS - (now() % DAY_MS),
    }))
  }
  return {
    async add(clientKey: string): Promise<void> {
      await store.spend({ micros: 1, quotas: quotasOf(clientKey) }).catch(onFault)
    },
    /** Whether the client or one of its networks has looked up too many unknown names to get reserved calls. */
    async isMuch(clientKey: string): Promise<boolean> {
      const counted = store.spend({ micros: 0, quotas: quotasOf(clientKey) })
      const { sums } = await counted.catch(throwStoreUnavailable(onFault))
      return networksOf(clientKey).some(
        ({ multiplier }, index) => (sums[index] ?? 0) >= NOT_FOUND_MAX * multiplier,
      )
    },
  }
}
