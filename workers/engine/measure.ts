import { MAX_DIFFICULTY } from '../../contract/challenge.ts'
import type { Engine } from './Engine.ts'

/** Counters that are tried: those of five digits, for which the engine runs the same kernels as for six. */
const FROM = 10_000
const TO = 100_000

/** Attempts between two readings of the clock, at first; they double until they take about a third of the time. */
const FIRST_STEP = 500

/** Attempts per millisecond of an engine that searches for `duration` milliseconds at a difficulty without solutions. */
export function measure({ search }: Engine, keyBytes: number, duration: number): number {
  const key = '0'.repeat(keyBytes)
  const start = performance.now()
  let step = FIRST_STEP
  let from = FROM
  let attempts = 0
  let elapsed = 0
  while (elapsed < duration) {
    const count = Math.min(step, TO - from)
    search({ key, difficulty: MAX_DIFFICULTY, from, count })
    attempts += count
    from = from + count < TO ? from + count : FROM
    elapsed = performance.now() - start
    if (elapsed < duration / 3) step *= 2
  }
  return attempts / elapsed
}
