import type { EngineName } from '../../workers/engine/EngineName.ts'

/**
 * How long a range should take, in milliseconds: the first one of a search, and the longest. Long ranges delay nothing, since lanes can
 * stop in the middle of one; short ones would leave a lane idle while its answer waits for the page.
 */
const FIRST = 8
const LONGEST = 16

/** Attempts in a range while a lane's speed is unknown: a few milliseconds with WebAssembly, tens on a slow phone, 80 without a compiler. */
const UNMEASURED = { unrolled: 65_536, rolled: 65_536, scalar: 32_768, javascript: 8_192 }
const LEAST = 256
const MOST = 500_000

/** The weight of one range in a lane's average rate, and the milliseconds below which a range is too short to count. */
const WEIGHT = 0.3
const ELAPSED_MIN = 2

/** Sizes a lane's ranges from its measured rate, in attempts per millisecond. */
export function createPace(engine: EngineName) {
  let average: number | null = null
  let target = FIRST
  return {
    rate: () => average,
    /** A new search begins with short ranges again. */
    restart(): void {
      target = FIRST
    },
    /** Attempts in the next range. */
    next(): number {
      if (average === null) return UNMEASURED[engine]
      return Math.round(Math.min(Math.max(average * target, LEAST), MOST))
    },
    /** The lane has been measured. */
    measured(rate: number): void {
      average = rate
    },
    /** A range has been searched to its end in so many milliseconds. */
    answered(attempts: number, elapsed: number): void {
      target = Math.min(target * 2, LONGEST)
      const seen = attempts / Math.max(elapsed, 0.05)
      if (average === null) average = seen
      else if (elapsed > ELAPSED_MIN) average += (seen - average) * WEIGHT
    },
  }
}

export type Pace = ReturnType<typeof createPace>
