/** How long ranges take, in milliseconds: the first ones are short, so that an easy challenge wastes little, the others long beside the message. */
const FIRST = 1
const LONGEST = 10

/** Attempts in a range while a lane's speed is unknown: half a millisecond with WebAssembly, 80 without a compiler. */
const UNKNOWN = 8_192
const LEAST = 256
const MOST = 500_000

/** How much one range changes the rate that a lane is believed to have. */
const WEIGHT = 0.3

/** Sizes a lane's ranges from its measured rate, in attempts per millisecond. */
export function createPace(rate: number | null) {
  let believed = rate
  let target = FIRST
  return {
    rate: () => believed,
    /** A new search begins with short ranges again. */
    restart(): void {
      target = FIRST
    },
    /** Attempts in the next range. */
    next(): number {
      return believed === null ? UNKNOWN : Math.round(Math.min(Math.max(believed * target, LEAST), MOST))
    },
    /** A range has been answered after so many milliseconds. */
    answered(attempts: number, elapsed: number): void {
      const seen = attempts / Math.max(elapsed, 0.05)
      believed = believed === null ? seen : believed + (seen - believed) * WEIGHT
      target = Math.min(target * 2, LONGEST)
    },
  }
}

export type Pace = ReturnType<typeof createPace>
