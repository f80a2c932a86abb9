import { describe, expect, it } from 'vitest'
import { allEngines, solutionsBy, solutionsByNode } from './solutions.ts'

/** Around every change in the number of digits, and ends that are no multiple of a vector or a group. */
const RANGES = [
  [0, 130],
  [95, 1_105],
  [9_990, 10_111],
  [99_950, 100_123],
  [999_961, 1_000_077],
  [4_999_999, 5_000_002],
  [9_999_873, 10_000_000],
] as const

/** The smallest counters for difficulties 0, 1, 2 …, found with another implementation. */
const KNOWN = {
  '': [0, 39, 286, 886, 88_484, 596_138, 665_782],
  ['0'.repeat(36)]: [0, 21, 571, 571, 7_415, 2_310_401],
  ['0'.repeat(48)]: [0, 10, 529, 529, 3_466, 31_943],
  ['0'.repeat(60)]: [0, 23, 65, 65, 214_421, 1_397_559, 2_020_630],
}

const engines = await allEngines()

describe.each(engines)('the $name engine', (engine) => {
  it('the engine agrees with node:crypto for keys of 0 to 200 bytes around every number of digits', () => {
    for (let length = 0; length <= 200; length++) {
      const key = 'f'.repeat(length)
      const [from, to] = RANGES[length % RANGES.length] ?? [0, 10]
      expect(solutionsBy(engine, key, 1, from, to), `${length} bytes`).toEqual(
        solutionsByNode(key, 1, from, to),
      )
    }
  })

  it('the engine agrees with node:crypto on both sides of every block boundary', () => {
    for (const length of [
      45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 119, 120, 127, 128,
    ]) {
      for (const [from, to] of RANGES) {
        const key = 'Z'.repeat(length)
        expect(solutionsBy(engine, key, 1, from, to), `${length} bytes`).toEqual(
          solutionsByNode(key, 1, from, to),
        )
      }
    }
  })

  it.each(Object.entries(KNOWN))('the engine finds the known answers for the key "%s"', (key, smallest) => {
    for (const [difficulty, counter] of smallest.entries()) {
      expect(engine.search({ key, difficulty, from: counter, count: 1 })).toBe(counter)
      const from = Math.max(0, counter - 20_000)
      expect(engine.search({ key, difficulty, from, count: counter - from })).toBeNull()
    }
  })
})
