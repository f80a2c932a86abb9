import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'

/**
 * The test calls out p < 0.001, a distance of 1.95 over the root of the sample's size. A distance of the two distributions that is
 * larger by 1.28 times half of that root's share is called out nine times in ten.
 */
const FOUND_NINE_IN_TEN = 1.95 + 1.28 * 0.5

/** Success rates are told to this precision. */
const PRECISION = 0.005

/**
 * The largest success rate, as a share of the right one, that the test of `uniformOf` calls out nine times in ten. It sees the
 * ends of ranges alone: where ranges are so wide that nearly every one holds a solution, it sees nothing. Null where not even an
 * engine that hardly finds anything would be noticed.
 */
export function detectableRate(
  { difficulty, range }: { difficulty: number; range: number },
  size: number,
): number | null {
  const needed = FOUND_NINE_IN_TEN / Math.sqrt(size)
  for (let rate = 1 - PRECISION; rate > PRECISION / 2; rate -= PRECISION) {
    if (distanceAt(difficulty, range, rate) >= needed) return rate
  }
  return null
}

/** The largest distance, at the ends of ranges, between the distributions of the right and of a lower success rate. */
function distanceAt(difficulty: number, range: number, rate: number): number {
  const chance = 16 ** -difficulty
  const right = range * Math.log1p(-chance)
  const lower = range * Math.log1p(-chance * rate)
  const most = Math.floor(MAX_ATTEMPTS / range)
  const best = Number.isFinite(right) ? Math.log(right / lower) / (lower - right) : 1
  const distances = [Math.floor(best), Math.ceil(best)].map((ranges) => {
    const at = Math.min(ranges, most)
    return Math.exp(lower * at) - Math.exp(right * at)
  })
  return Math.max(...distances)
}
