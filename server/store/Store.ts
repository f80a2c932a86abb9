import type { BatchHistory } from '../../contract/wire.ts'
import { ApiError } from '../../contract/reasons.ts'

/** A saved batch of posts. `upstream` is the one that made it. */
export type SavedHistory = Omit<BatchHistory, 'keptDays'>

/** How long a claim outlives its challenge. */
export const CLAIM_GRACE_MS = 10 * 60_000

/** A sum that spending counts to, such as a day's, and the most it may hold: millionths of a dollar, or bytes. */
export type Quota = {
  name: string
  limit: number
  /** How long the sum is remembered after the last change, in milliseconds. */
  ttlMs: number
}
/** An amount that is spent from, or reserved in, every one of its quotas. A reservation that nobody settles counts as spent. */
export type Reservation = { amount: number; quotas: readonly Quota[] }
/** `refusedBy` is the first quota that cannot afford it: then nothing is spent. `sums` are those of the quotas after the call, in their order. */
export type SpendOutcome = { refusedBy: string | null; sums: number[] }

/** The `limit` of a quota that refuses nothing. */
export const NO_QUOTA_LIMIT = Number.MAX_SAFE_INTEGER

/** Replaces the reserved amount by the amount that was spent, which may be larger: adds the difference to each sum, whatever its limit. Called once for each reservation; if it fails, the reserved amount stays spent. */
export async function settleReservation(
  store: SpendingStore,
  { amount, quotas }: Reservation,
  used: number,
): Promise<void> {
  if (used === amount) return
  const unlimited = quotas.map((quota) => ({ ...quota, limit: NO_QUOTA_LIMIT }))
  await store.spend({ amount: used - amount, quotas: unlimited })
}

/** Returns the sum that was spent and reserved of a quota so far. */
export async function readSpent(store: SpendingStore, name: string): Promise<number> {
  const { sums } = await store.spend({ amount: 0, quotas: [{ name, limit: NO_QUOTA_LIMIT, ttlMs: 0 }] })
  return sums[0] ?? 0
}

export type SpendingStore = {
  /**
   * Adds `amount` to the sum of every quota, or to none if one of them cannot afford it. Less than 0 is given back, and 0 changes nothing.
   * Exact over all processes.
   */
  spend: (reservation: Reservation) => Promise<SpendOutcome>
}

export type HistoryStore = {
  /** Saves a history. The oldest are removed if all together would have more bytes than the store may give them. */
  saveHistory: (id: string, history: SavedHistory, ttlMs: number) => Promise<void>
  readHistory: (id: string) => Promise<SavedHistory | null>
  removeHistory: (id: string) => Promise<boolean>
}

export type CacheEntry = { key: string; value: string; ttlMs: number }
export type CacheStore = {
  writeCache: (entries: readonly CacheEntry[]) => Promise<void>
  readCache: (key: string) => Promise<string | null>
}

/** One text for all processes, which stays until it is replaced. */
export type SettingsStore = {
  readSettings: () => Promise<string | null>
  writeSettings: (text: string) => Promise<void>
}

/** `latestMs` is the later of the clock and the highest time at which the store may have forgotten claims, in Unix milliseconds. */
export type ProofClaim = { isFirst: boolean; latestMs: number }

export type Store = SpendingStore &
  HistoryStore &
  CacheStore &
  SettingsStore & {
    /**
     * Spends a proof that is accepted until `expiresMs` (Unix milliseconds): first for exactly one caller of all processes, and for nobody once
     * `latestMs` has reached `expiresMs`. It is remembered for ten more minutes.
     */
    claim: (id: string, expiresMs: number) => Promise<ProofClaim>
    /** Rejects unless the store takes a write. Resolves to what the operator should know of it, in a sentence, if anything. */
    health: () => Promise<string | null>
    close: () => Promise<void>
  }

export type ReportFault = (error: unknown) => void

const RETRY_AFTER_S = 5

/**
 * Returns a handler for the `catch` of a call of the store: it reports the cause to the operator and tells the caller that the store is
 * unavailable.
 */
export function throwStoreUnavailable(onFault: ReportFault) {
  return (error: unknown): never => {
    onFault(error)
    throw new ApiError('store_unavailable', RETRY_AFTER_S)
  }
}
