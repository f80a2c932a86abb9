import type { ContestantName } from './contestants.ts'

/** Somewhere that contestants run. */
export type Runtime = {
  readonly name: string
  /** Attempts per second in one slice of about `duration` milliseconds. */
  slice: (name: ContestantName, keyBytes: number, duration: number) => Promise<number>
  close: () => Promise<void>
}
