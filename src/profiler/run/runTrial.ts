import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { createRanges } from '../../crypto/ranges.ts'
import type { Range } from '../../crypto/ranges.ts'
import type { SearchLane } from './openLane.ts'
import type { Trial } from '../model/runResult.ts'

export type Search = { key: string; difficulty: number; range: number; limit?: number }

/** What one search shows of itself; the run adds which one it was. */
export type TrialMeasures = Omit<Trial, 'index' | 'startedAt' | 'verified' | 'block' | 'steal'>

/** Called after every answered range with the lane and the counters that it searched to their end. */
export type OnRange = (lane: number, attempts: number, milliseconds: number) => void

/**
 * One search by all lanes, timed until the first answer that holds a counter. Then the ranges under way are waited for,
 * outside the time: the next search must find its lanes idle, and only then is the first range with a solution known.
 */
export async function runTrial(
  lanes: readonly SearchLane[],
  { key, difficulty, range: size, limit = MAX_ATTEMPTS }: Search,
  signal: AbortSignal,
  onRange?: OnRange,
): Promise<TrialMeasures> {
  const ranges = createRanges(limit)
  const work = lanes.map((): [number, number] => [0, 0])
  const hits: { counter: number; range: Range }[] = []
  let [stopped, firstRange, endedAt]: [boolean, number | null, number | null] = [false, null, null]
  const startedAt = performance.now()

  async function drive(lane: SearchLane, index: number): Promise<void> {
    const own = work[index] ?? [0, 0]
    for (let range = ranges.take(size); range && !stopped && !signal.aborted; range = ranges.take(size)) {
      const askedAt = performance.now()
      const counter = await lane.search({ key, difficulty, ...range })
      const now = performance.now()
      firstRange ??= now - startedAt
      if (counter !== null) {
        stopped = true
        endedAt ??= now
        hits.push({ counter, range })
        return
      }
      own[0] += range.count
      own[1] += now - askedAt
      onRange?.(index, range.count, now - askedAt)
    }
  }

  const stop = (error: unknown) => {
    stopped = true
    throw error
  }
  const drives = await Promise.allSettled(lanes.map((lane, index) => drive(lane, index).catch(stop)))
  signal.throwIfAborted()
  const failed = drives.find((drive) => drive.status === 'rejected')
  if (failed) throw failed.reason

  const first = hits.sort((a, b) => a.range.from - b.range.from)[0]
  return {
    attempts: first ? first.counter + 1 : limit,
    milliseconds: (endedAt ?? performance.now()) - startedAt,
    lanes: lanes.length,
    counter: first?.counter ?? null,
    range: first?.range ?? null,
    firstRange,
    work,
  }
}
