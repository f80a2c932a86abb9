import type { Engine } from './Engine.ts'

/** Counters in which every key of zeros has a solution of two hex zeros. */
const RANGE = 4_096
const DIFFICULTY = 2

/** Where such ranges begin: two each for counters of four to seven digits, so that every kernel a key needs is run. */
const STARTS = [1_000, 5_096, 10_000, 14_096, 100_000, 104_096, 1_000_000, 1_004_096]

/**
 * Whether an engine finds the solutions that are known to be there for a key of that length. Every counter that an engine
 * reports is hashed again by the driver, so a kernel that computes wrongly finds none.
 */
export function selfTest({ search }: Engine, keyBytes: number): boolean {
  const key = '0'.repeat(keyBytes)
  return STARTS.every((from) => {
    const counter = search({ key, difficulty: DIFFICULTY, from, count: RANGE })
    return counter !== null && counter >= from && counter < from + RANGE
  })
}
