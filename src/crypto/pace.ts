import type { EngineName } from '../../workers/engine/EngineName.ts'

/**
 * How long ranges take, in milliseconds, the first one of a search and the others. Any counter will do and lanes stop in the middle of
 * a range, so long ones delay nothing; short ones would leave a lane idle while its answer waits for the page.
 */
const FIRST = 8
const LONGEST = 16

/** Attempts in a range while a lane's speed is unknown: a few milliseconds with WebAssembly, tens on a slow phone, 80 without a compiler. */
const UNKNOWN = { unrolled: 65_536, rolled: 65_536, scalar: 32_768, javascript: 8_192 }
const LEAST = 256
const MOST = 500_000

/** How much one range changes the rate that a lane is believed to have, and the milliseconds below which it says more about messages. */
const WEIGHT = 0.3
const TELLING = 2

/** Sizes a lane's ranges from its measured rate, in attempts per millisecond. */
export function createPace(engine: EngineName) {
  let believed: number | null = null
  let target = FIRST
  return {
    rate: () => believed,
    /** A new search begins with short ranges again. */
    restart(): void {
      target = FIRST
    },
    /** Attempts in the next range. */
    next(): number {
      if (believed === null) return UNKNOWN[engine]
      return Math.round(Math.min(Math.max(believed * target, LEAST), MOST))
    },
    /** The lane has been measured. */
    measured(rate: number): void {
      believed = rate
    },
    /** A range has been searched to its end in so many milliseconds. */
    answered(attempts: number, elapsed: number): void {
      target = Math.min(target * 2, LONGEST)
      const seen = attempts / Math.max(elapsed, 0.05)
      if (believed === null) believed = seen
      else if (elapsed > TELLING) believed += (seen - believed) * WEIGHT
    },
  }
}

export type Pace = ReturnType<typeof createPace>
