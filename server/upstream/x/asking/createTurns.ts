import type { Caller } from '../../Caller.ts'
import { NoTurn } from './xErrors.ts'

/** X takes one full-archive search a second … */
const EVERY_MS = 1000
/** … and this many in a quarter of an hour. */
const MOST = 300
const MOST_IN_MS = 15 * 60_000
/** A turn that would come later than this is refused at once: nobody waits for it in silence. */
const LONGEST_WAIT_MS = 30_000
/** Turns that one share may wait for at the same time: others find some left. */
const MOST_OF_ONE = 20

export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** Resolves when it is the caller's turn; throws `NoTurn` when that would be too late. */
export function createTurns(now: () => number, pause: Pause): (caller: Caller) => Promise<void> {
  /** When the last turns began or will begin; at most `MOST`. */
  const turns: number[] = []
  /** Turns that are waited for, by share. */
  const waiting = new Map<string, number>()

  function nextTurn(): number {
    const afterLast = (turns.at(-1) ?? -Infinity) + EVERY_MS
    const afterMost = turns.length < MOST ? -Infinity : (turns[0] ?? 0) + MOST_IN_MS
    return Math.max(now(), afterLast, afterMost)
  }

  return async ({ signal, share }) => {
    signal.throwIfAborted()
    const turn = nextTurn()
    const wait = turn - now()
    const held = waiting.get(share) ?? 0
    if (wait > LONGEST_WAIT_MS || (wait > 0 && held >= MOST_OF_ONE)) throw new NoTurn()
    turns.push(turn)
    if (turns.length > MOST) turns.shift()
    if (wait <= 0) return
    waiting.set(share, held + 1)
    try {
      await pause(wait, signal)
    } finally {
      const left = (waiting.get(share) ?? 1) - 1
      if (left > 0) waiting.set(share, left)
      else waiting.delete(share)
    }
  }
}
