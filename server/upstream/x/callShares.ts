import { hash } from 'node:crypto'
import { ApiError, storeUnavailable } from '../../http/errors.ts'
import { networksOf } from '../../http/networks.ts'
import type { Quota, Spending } from '../../store/Store.ts'
import { X_QUOTAS } from './client/endpoints.ts'
import type { XEndpoint } from './client/endpoints.ts'
import { RateLimited } from './client/replies.ts'

const QUARTER_MS = 15 * 60_000

/**
 * Parts of an endpoint's calls in a quarter of an hour. One address may have a fifth, which is enough for a check that misses 20 posts; a
 * network never more than five sixths. The last quarter is kept for those who have asked for little: one address for less than a
 * twentieth, a network for less than a sixteenth.
 */
const PARTS = { address: 1 / 5, network: 5 / 6, open: 3 / 4, little: 1 / 20, littleOfNetwork: 1 / 16 }

type NetworkQuota = Quota & { littleMicros: number }

function quotasAt(quarter: number, clientKey: string, endpoint: XEndpoint) {
  const calls = X_QUOTAS[endpoint]
  const ttlMs = 2 * QUARTER_MS
  const name = `calls ${endpoint} ${new Date(quarter).toISOString().slice(0, 16)}`
  const networks = networksOf(clientKey).map(({ key, multiplier }): NetworkQuota => ({
    name: networkQuotaName(name, key),
    limitMicros: Math.floor(calls * Math.min(PARTS.address * multiplier, PARTS.network)),
    littleMicros: Math.floor(calls * Math.min(PARTS.little * multiplier, PARTS.littleOfNetwork)),
    ttlMs,
  }))
  return { whole: { name, limitMicros: calls, ttlMs }, networks }
}

/** The store's name of one network's part of a quota: it does not show the address. */
export const networkQuotaName = (quota: string, key: string) =>
  `${quota} ${hash('sha256', `${quota} ${key}`, 'base64url').slice(0, 16)}`

type CallSharesOptions = { store: Spending; now: () => number; onFault: (error: unknown) => void }
/** Ends a booking with the number of calls that were made. */
type Settle = (calls: number) => Promise<void>

/** Shares X's calls of each endpoint among clients and their networks, exactly over all processes that share the store. */
export function createCallShares({ store, now, onFault }: CallSharesOptions) {
  /** Throws `RateLimited` if X's limit is reached, or an `ApiError` `rate_limited` if it is the client's share. */
  async function book(endpoint: XEndpoint, clientKey: string, calls: number) {
    const quarter = now() - (now() % QUARTER_MS)
    const { whole, networks } = quotasAt(quarter, clientKey, endpoint)
    const ends = quarter + QUARTER_MS
    const shareSpent = () => new ApiError('rate_limited', Math.max(1, Math.ceil((ends - now()) / 1000)))
    const bookOf = async (limit: number, parts: readonly Quota[]) => {
      const quotas = [{ ...whole, limitMicros: limit }, ...parts]
      const booking = { micros: calls, quotas }
      const refused = await store.reserveSpend(booking).catch(storeUnavailable(onFault))
      return { booking, refused }
    }
    const open = await bookOf(Math.floor(whole.limitMicros * PARTS.open), networks)
    if (open.refused === null) return open.booking
    if (open.refused !== whole.name) throw shareSpent()
    const little = networks.map((quota) => Object.assign({}, quota, { limitMicros: quota.littleMicros }))
    const kept = await bookOf(whole.limitMicros, little)
    if (kept.refused === null) return kept.booking
    throw kept.refused === whole.name ? new RateLimited(ends) : shareSpent()
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
          if (++ended === joined) await store.settleSpend(booking, made).catch(onFault)
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
