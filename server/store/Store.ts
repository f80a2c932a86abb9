import type { FeedbackCell } from '../../contract/feedback.ts'
import type { PostResult } from '../../contract/wire.ts'

export type SavedHistory = { results: PostResult[]; timestamp: number }

/** What cannot be undone any more after this long: a reservation whose outcome nobody heard of. */
export const UNDO_MS = 10 * 60_000

/** A sum that spending counts to, such as a day's, and the most it may hold: millionths of a dollar, or calls. */
export type Quota = {
  name: string
  limitMicros: number
  /** For how long it is remembered after the last reservation. */
  ttlMs: number
  /** What this process last heard to be spent of it, in case the store has forgotten: the larger counts. */
  knownMicros?: number
}
/** Money that is set aside under an id of its own before it is spent, out of every one of its quotas. */
export type Reservation = { id: string; micros: number; quotas: readonly Quota[] }

/** An answer that is to be counted. Every part is kept for its own time, in milliseconds from now. */
export type GivenAnswer = {
  cell: FeedbackCell
  cellMs: number
  ticket: string
  ticketMs: number
  /** Stands for the address, which may give one answer, or as many as this percentage of the addresses that answered for the item that day. */
  clientKey: string
  clientKeyMs: number
  percent: number
}
export type FeedbackCount = FeedbackCell & { count: number }

export type Spending = {
  /** Sets money aside, or names the first quota that cannot afford it; null when it is reserved. Exact over all processes. */
  reserveSpend: (reservation: Reservation) => Promise<string | null>
  /** Ends a reservation with what was spent, which may be more; resolves to the spent sum of each quota, which never shrinks, or to nothing where it is unknown or settled already. */
  settleSpend: (reservation: Reservation, usedMicros: number) => Promise<readonly number[]>
  /** What was spent and reserved out of a quota so far, in millionths of a dollar. */
  spentOn: (quota: string) => Promise<number>
}

export type Histories = {
  /** Saves a history. The oldest make room where all together would have more bytes than the store may give them. */
  saveHistory: (id: string, history: SavedHistory, ttlMs: number) => Promise<void>
  readHistory: (id: string) => Promise<SavedHistory | null>
  removeHistory: (id: string) => Promise<boolean>
}

export type Cache = {
  writeCache: (key: string, value: string, ttlMs: number) => Promise<void>
  readCache: (key: string) => Promise<string | null>
}

export type Feedback = {
  /** Counts an answer, unless its feedback token was counted, or its address has given its part. All or nothing, exact over all processes. */
  countAnswer: (answer: GivenAnswer) => Promise<'counted' | 'again' | 'full'>
  readAnswers: (days: readonly string[]) => Promise<FeedbackCount[]>
}

export type Store = Spending &
  Histories &
  Cache &
  Feedback & {
    /** Spends a proof: true for exactly one caller of all processes. It is remembered at least for this long. */
    claim: (id: string, ttlMs: number) => Promise<boolean>
    health: () => Promise<void>
    close: () => Promise<void>
  }
