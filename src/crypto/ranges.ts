import { MAX_ATTEMPTS } from '../../contract/challenge.ts'

export type Range = { from: number; count: number }

/** The counters of one search, handed out in ascending order; a range that was given back goes out again first. */
export function createRanges(limit = MAX_ATTEMPTS) {
  let next = 0
  const returned: Range[] = []
  return {
    /** The next range, of at most `count` counters; null when none is left. */
    take(count: number): Range | null {
      const again = returned.pop()
      if (again) return again
      if (next >= limit) return null
      const range = { from: next, count: Math.min(count, limit - next) }
      next += range.count
      return range
    },
    giveBack(range: Range): void {
      returned.push(range)
    },
  }
}
