import type { PostResult } from '../../contract/wire.ts'

export type SavedHistory = { results: PostResult[]; timestamp: number }

/** A day's spending is remembered this long: until every clock agrees that the day is over. */
export const SPEND_KEPT_MS = 3 * 86_400_000

/** What must be remembered, and shared by every server process. A store that is away rejects; nothing is ever guessed. */
export type Store = {
  /** True for exactly one caller of all processes until the time is over. */
  claim: (id: string, ttlMs: number) => Promise<boolean>
  /** Gives a claim back: its caller got no answer. */
  release: (id: string) => Promise<void>
  saveHistory: (id: string, history: SavedHistory, ttlMs: number) => Promise<void>
  readHistory: (id: string) => Promise<SavedHistory | null>
  writeCache: (key: string, value: string, ttlMs: number) => Promise<void>
  readCache: (key: string) => Promise<string | null>
  /** Adds to what a UTC day (`2026-11-21`) has spent, in millionths of a dollar, unless it would then exceed the limit: false. Exact over all processes. */
  reserveSpend: (day: string, micros: number, limitMicros: number) => Promise<boolean>
  /** Gives back what a reservation did not use. */
  returnSpend: (day: string, micros: number) => Promise<void>
  /** What a day has spent and reserved so far, in millionths of a dollar. */
  spentOn: (day: string) => Promise<number>
  /** Rejects when the store cannot be used now. */
  health: () => Promise<void>
  close: () => Promise<void>
}
