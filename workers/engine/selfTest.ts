import type { Engine } from './Engine.ts'
import { layoutOf } from './layoutOf.ts'

/** Counters in which every key of zeros has a solution of two hex zeros. */
const RANGE = 4_096
const DIFFICULTY = 2

/** Digits of the counters that are tried: for fewer there are not enough of them. */
const DIGITS = [6, 7, 5, 4]

/**
 * Whether an engine finds the solutions that are known to be there for a key of that length, once with every kernel that
 * such keys need. Every counter that an engine reports is hashed again by the driver, so a kernel that computes wrongly finds none.
 */
export function selfTest({ name, search }: Engine, keyBytes: number): boolean {
  const key = '0'.repeat(keyBytes)
  const madeForOneWord = name === 'unrolled' || name === 'scalar'
  const tried = new Set<string>()
  return DIGITS.every((digits) => {
    const { word, blocks } = layoutOf(keyBytes, digits)
    const kernel = madeForOneWord ? `${word} ${blocks}` : `${blocks}`
    if (tried.has(kernel)) return true
    tried.add(kernel)
    const from = 10 ** (digits - 1)
    const counter = search({ key, difficulty: DIFFICULTY, from, count: RANGE })
    return counter !== null && counter >= from && counter < from + RANGE
  })
}
