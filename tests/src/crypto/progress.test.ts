import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgress } from '../../../src/crypto/solve.ts'
import type { Progress } from '../../../src/crypto/solve.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** One second of ranges, one every 5 ms, of a thousand attempts each. */
function searchForASecond(progress: ReturnType<typeof createProgress>) {
  for (let range = 0; range < 200; range++) {
    vi.advanceTimersByTime(5)
    progress.add(1_000)
  }
}

describe('progress', () => {
  it('is reported at most four times a second, with all attempts and their rate', () => {
    const reports: Progress[] = []
    vi.advanceTimersByTime(60_000)
    searchForASecond(createProgress((progress) => reports.push(progress)))
    expect(reports).toHaveLength(4)
    expect(reports.at(-1)).toEqual({ attempts: 200_000, attemptsPerSecond: 200_000 })
  })
})
