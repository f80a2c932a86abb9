import type { EngineName } from '../../workers/engine/EngineName.ts'

/** How long ranges take, in milliseconds: the first ones are short, the others long beside the messages. */
const FIRST = 4
const LONGEST = 10

/** Attempts in a range while a lane's speed is unknown: a few milliseconds with WebAssembly, 80 without a compiler. */
const UNKNOWN = { unrolled: 32_768, rolled: 32_768, scalar: 16_384, javascript: 8_192 }
const LEAST = 256
const MOST = 500_000

/** How much one range changes the rate that a lane is believed to have; shorter ones say more about the messages. */
const WEIGHT = 0.3
const TELLING = FIRST / 2

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
