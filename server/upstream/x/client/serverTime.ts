/** Milliseconds by which X's clock is ahead of ours; null if the answer has no `Date`. A cache's answer is older by its `Age`. */
export function xClockAheadMs(headers: Headers, now: number): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  const age = Number(headers.get('age') ?? 0)
  return date + (age > 0 ? age * 1000 : 0) - now
}

/** From this difference on, times of posts and the ends of X's limits are read wrongly enough for an operator to mend the clock. */
const CLOCK_DIFFERENCE_MAX_MS = 60_000

/** What an operator is told of a difference in milliseconds; null if it does not matter. The sentence stays the same while the clock does. */
export function clockWarningSentence(ahead: number): string | null {
  if (Math.abs(ahead) <= CLOCK_DIFFERENCE_MAX_MS) return null
  const direction = ahead > 0 ? 'behind' : 'ahead of'
  return `This machine's clock is more than a minute ${direction} X's. Set it by NTP: ages of posts and the ends of X's limits depend on it.`
}
