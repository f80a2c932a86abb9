import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { wilson } from '../../contract/feedback.ts'

// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('gives the published interval of %i in %i', (hits, all, low, high) => {
  const interval = wilson(hits, all)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

it('knows nothing of nothing', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
})

it('begins at 0 where nothing was hit, and ends at 1 where all was', () => {
  for (let all = 1; all <= 1000; all++) {
    expect(wilson(0, all).low).toBe(0)
    expect(wilson(all, all).high).toBe(1)
  }
})

it('holds the part that it is of, within 0 and 1, and is the same from the other side', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (hits, misses) => {
      fc.pre(hits + misses > 0)
      const { low, high } = wilson(hits, hits + misses)
      const other = wilson(misses, hits + misses)
      const part = hits / (hits + misses)
      expect(low >= 0 && low <= part && part <= high && high <= 1).toBe(true)
      expect(1 - other.high).toBeCloseTo(low, 10)
    }),
  )
})
