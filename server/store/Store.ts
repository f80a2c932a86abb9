import type { PostResult } from '../../contract/wire.ts'

export type SavedHistory = { results: PostResult[]; timestamp: number }

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
  /** Rejects when the store cannot be used now. */
  health: () => Promise<void>
  close: () => Promise<void>
}
