import { MAX_DIFFICULTY } from '../../contract/challenge.ts'
import type { Engine } from './Engine.ts'

/** Attempts between two looks at the clock: well under a millisecond where WebAssembly is compiled. */
const STEP = 2_000

/** Attempts per millisecond of an engine, searching in vain for `duration` milliseconds. */
export function measure({ search }: Engine, keyBytes: number, duration: number): number {
  const key = '0'.repeat(keyBytes)
  const start = performance.now()
  let attempts = 0
  let elapsed = 0
  while (elapsed < duration) {
    search({ key, difficulty: MAX_DIFFICULTY, from: 1_000_000 + attempts, count: STEP })
    attempts += STEP
    elapsed = performance.now() - start
  }
  return attempts / elapsed
}
