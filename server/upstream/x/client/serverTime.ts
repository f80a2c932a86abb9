/** Milliseconds by which X's clock is ahead of ours; null if the answer has no `Date`. A cache's answer is older by its `Age`. */
export function xClockAheadMs(headers: Headers, now: number): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  const age = Number(headers.get('age') ?? 0)
  return date + (age > 0 ? age * 1000 : 0) - now
}

/** With a larger difference, ages of posts and the ends of X's limits are so wrong that the operator should correct the clock. */
const CLOCK_DIFFERENCE_MAX_MS = 60_000

/** Returns the warning about a clock difference in milliseconds, or null if the difference does not matter. The sentence stays the same as long as the clock does. */
export function clockWarningSentence(ahead: number): string | null {
  if (Math.abs(ahead) <= CLOCK_DIFFERENCE_MAX_MS) return null
  const direction = ahead > 0 ? 'behind' : 'ahead of'
  return `This machine's clock is more than a minute ${direction} X's. Set it by NTP: ages of posts and the ends of X's limits depend on it.`
}
