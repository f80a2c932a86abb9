/** The most zeros that a page's 10,000,000 attempts almost surely find: they miss one challenge in 14,000 with five, every second with six. */
export const HARDEST = 5

/** From these shares of its limit on, an address gets harder challenges. */
const HARDER = [0.5, 0.75]

/** The zeros that an address has to find: up to two more for the share of its limit that it has used. */
export function difficultyFor(used: number, difficulty: number): number {
  return Math.min(difficulty + HARDER.filter((share) => used > share).length, HARDEST)
}
