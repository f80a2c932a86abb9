import type { PostResult } from '../../contract/wire.ts'

export type SavedHistory = { results: PostResult[]; timestamp: number }

/** A proof that is to be spent, and on what: `question` is a digest of the whole body. */
export type Claim = { id: string; question: string; ttlMs: number }

/**
 * The outcome of a claim. `won`: the upstream may be asked. `back`: the visitor had left and came back with the same question, and gets
 * once what is cached already. `spent`: the proof is refused.
 */
export type Claimed = 'won' | 'back' | 'spent'

/** Why a claim is let go: nothing was asked yet, the upstream failed, or the visitor left. */
export type Release = 'unused' | 'failed' | 'left'

/** Attempts that one proof buys: the first, and two more after failures. */
export const TRIES_MAX = 3

/** A day's spending is remembered this long: until every clock agrees that the day is over. */
export const SPEND_KEPT_MS = 3 * 86_400_000

/** What must be remembered, and shared by every server process. Every call rejects while the store is away. */
export type Store = {
  /** Exactly one caller of all processes wins a claim. It is remembered at least until its time is over. */
  claim: (claim: Claim) => Promise<Claimed>
  /** Lets a claim go that was won. It can then be won again for the same question, unless its tries are used up. */
  release: (id: string, why: Release) => Promise<void>
  saveHistory: (id: string, history: SavedHistory, ttlMs: number) => Promise<void>
  readHistory: (id: string) => Promise<SavedHistory | null>
  /** True when there was such a history. */
  removeHistory: (id: string) => Promise<boolean>
  writeCache: (key: string, value: string, ttlMs: number) => Promise<void>
  readCache: (key: string) => Promise<string | null>
  /** Adds to what a UTC day (`2026-11-21`) has spent, in millionths of a dollar, unless it would then exceed the limit: false. Exact over all processes. */
  reserveSpend: (day: string, micros: number, limitMicros: number) => Promise<boolean>
  /** Gives back what a reservation did not use. */
  returnSpend: (day: string, micros: number) => Promise<void>
  /** What a day has spent and reserved so far, in millionths of a dollar. */
  spentOn: (day: string) => Promise<number>
  /** Rejects when a claim could not be written now. */
  health: () => Promise<void>
  close: () => Promise<void>
}
