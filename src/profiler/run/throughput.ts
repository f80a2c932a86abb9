import { MAX_ATTEMPTS, MAX_DIFFICULTY } from '../../../contract/challenge.ts'
import type { SearchLane } from './openLane.ts'

/** Counters in the first range; ranges double until one takes RANGE_MIN milliseconds, so that its message hardly counts. */
const FIRST = 512
const RANGE_MIN = 5

/**
 * Attempts per second of some lanes that search together for `milliseconds`. No digest has 64 leading zeros, so the
 * search never ends by itself: it measures speed alone.
 */
export async function throughput(
  lanes: readonly SearchLane[],
  { key, milliseconds }: { key: string; milliseconds: number },
  signal: AbortSignal,
): Promise<number> {
  const endsAt = performance.now() + milliseconds
  const rates = await Promise.all(lanes.map((lane) => rateOf(lane, key, endsAt, signal)))
  signal.throwIfAborted()
  return rates.reduce((sum, rate) => sum + rate, 0)
}

async function rateOf(lane: SearchLane, key: string, endsAt: number, signal: AbortSignal): Promise<number> {
  let count = FIRST
  let attempts = 0
  let from = 0
  const startedAt = performance.now()
  let now = startedAt
  // At least one range, however late the page comes to this: no range at all would read as a rate of zero.
  do {
    await lane.search({ key, difficulty: MAX_DIFFICULTY, from, count })
    const took = performance.now() - now
    now += took
    attempts += count
    from = (from + count) % (MAX_ATTEMPTS / 2)
    if (took < RANGE_MIN && count < MAX_ATTEMPTS / 16) count *= 2
  } while (now < endsAt && !signal.aborted)
  return (attempts / (now - startedAt)) * 1000
}
