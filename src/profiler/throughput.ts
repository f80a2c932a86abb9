import type { SearchLane } from './openLane.ts'

/** No counter has 64 leading zeros: such a search never ends by itself, so it measures nothing but speed. */
const NEVER = 64

/** Attempts per second of some lanes that search together for `milliseconds`, ranges of `range` counters. */
export async function throughput(
  lanes: readonly SearchLane[],
  job: { key: string; range: number; milliseconds: number },
  signal: AbortSignal,
): Promise<number> {
  const startedAt = performance.now()
  const endsAt = startedAt + job.milliseconds
  let next = 0
  const rates = await Promise.all(
    lanes.map(async (lane) => {
      let attempts = 0
      let now = startedAt
      while (now < endsAt && !signal.aborted) {
        const from = next
        next += job.range
        await lane.search({ key: job.key, difficulty: NEVER, from: from % 9_000_000, count: job.range })
        attempts += job.range
        now = performance.now()
      }
      return (attempts / (now - startedAt)) * 1000
    }),
  )
  signal.throwIfAborted()
  return rates.reduce((sum, rate) => sum + rate, 0)
}
