import { MAX_DIFFICULTY } from '../../contract/challenge.ts'
import type { Engine } from './Engine.ts'

/** Where measuring begins: counters of six digits, which most searches end with. */
const FROM = 100_000

/** Attempts between two looks at the clock: few at first, then as many as take about a third of the time. */
const FIRST_STEP = 500

/** Attempts per millisecond of an engine, searching in vain for `duration` milliseconds. */
export function measure({ search }: Engine, keyBytes: number, duration: number): number {
  const key = '0'.repeat(keyBytes)
  const start = performance.now()
  let step = FIRST_STEP
  let attempts = 0
  let elapsed = 0
  while (elapsed < duration) {
    search({ key, difficulty: MAX_DIFFICULTY, from: FROM, count: step })
    attempts += step
    elapsed = performance.now() - start
    if (elapsed < duration / 3) step *= 2
  }
  return attempts / elapsed
}
