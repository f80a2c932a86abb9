import type { FeedbackCell } from '../../contract/feedback.ts'
import type { History } from '../../contract/wire.ts'

/** A saved batch of posts. `upstream` is the one that made it; older ones do not tell. */
export type SavedHistory = Omit<History, 'keptDays'>

/** How long a claim outlives its challenge. */
export const CLAIM_GRACE_MS = 10 * 60_000

/** A sum that spending counts to, such as a day's, and the most it may hold: millionths of a dollar, calls, or bytes. */
export type Quota = {
  name: string
  limitMicros: number
  /** How long the sum is remembered after the last reservation, in milliseconds. */
  ttlMs: number
}
/** What is set aside before it is spent, out of every one of its quotas. A reservation that nobody settles counts as spent. */
export type Reservation = { micros: number; quotas: readonly Quota[] }

/** An answer that is to be counted. Every part is kept for its own time, in milliseconds from now. */
export type FeedbackSubmission = {
  cell: FeedbackCell
  cellMs: number
  ticket: string
  ticketMs: number
  /**
   * The client and its networks, narrowest first, each under a key that does not tell its address. Each may give `multiplier` answers for an item
   * and day, or `multiplier` times this percentage of the clients that answered.
   */
  networks: readonly { key: string; multiplier: number }[]
  networksMs: number
  percent: number
}
export type FeedbackCount = FeedbackCell & { count: number }

export type SpendingStore = {
  /** Sets a sum aside, or names the first quota that cannot afford it; null if it is reserved. Exact over all processes. */
  reserveSpend: (reservation: Reservation) => Promise<string | null>
  /** Replaces a reserved sum by what was spent, which may be more. Called once for each reservation; if it fails, the reserved sum stays spent. */
  settleSpend: (reservation: Reservation, usedMicros: number) => Promise<void>
  /** Returns the sum that was spent and reserved of a quota so far. */
  spentOn: (quota: string) => Promise<number>
}

export type HistoryStore = {
  /** Saves a history. The oldest are removed if all together would have more bytes than the store may give them. */
  saveHistory: (id: string, history: SavedHistory, ttlMs: number) => Promise<void>
  readHistory: (id: string) => Promise<SavedHistory | null>
  removeHistory: (id: string) => Promise<boolean>
}

export type CacheStore = {
  writeCache: (key: string, value: string, ttlMs: number) => Promise<void>
  readCache: (key: string) => Promise<string | null>
}

export type FeedbackStore = {
  /** Counts an answer, unless its feedback token was counted, or one of its networks has given its part. All or nothing, exact over all processes. */
  countAnswer: (answer: FeedbackSubmission) => Promise<'counted' | 'again' | 'full'>
  readAnswers: (days: readonly string[]) => Promise<FeedbackCount[]>
}

/** `latestMs` is the later of the clock and the highest time at which the store may have forgotten claims, in Unix milliseconds. */
export type ProofClaim = { isFirst: boolean; latestMs: number }

export type Store = SpendingStore &
  HistoryStore &
  CacheStore &
  FeedbackStore & {
    /**
     * Spends a proof that is accepted until `expiresMs` (Unix milliseconds): first for exactly one caller of all processes, and for nobody once
     * `latestMs` has reached `expiresMs`. It is remembered for ten more minutes.
     */
    claim: (id: string, expiresMs: number) => Promise<ProofClaim>
    /** Rejects unless the store takes a write. Resolves to what the operator should know of it, in a sentence, if anything. */
    health: () => Promise<string | null>
    close: () => Promise<void>
  }
