import { ProofError } from '../../contract/ProofError.ts'
import { addTiming } from '../timing.ts'
import type { Lane } from './lane.ts'
import type { Pace } from './pace.ts'
import type { createProgress } from './progress.ts'
import type { createRanges } from './ranges.ts'
import { ready, renewLane, replaceLane } from './seat.ts'
import type { Seat } from './seat.ts'
import { slownessDetector } from './slownessDetector.ts'
import { loadVerifier } from './warmUp.ts'

/** A lane is given up when it fails this often in one search. */
const FAILURES_MAX = 3

/** One search, as all its lanes share it. */
export type Search = {
  key: string
  difficulty: number
  keyBytes: number
  /** The search's number, which tells lanes whose ranges to drop. */
  job: number
  ranges: ReturnType<typeof createRanges>
  progress: ReturnType<typeof createProgress>
  /** The pace of every seat that takes part. */
  paces: Map<Seat, Pace>
  /** Lanes with a range under way. */
  busy: Set<Lane>
  /** Aborts when the search is over, however it ended. */
  over: AbortSignal
}

/** Hands a seat's lane one range after the other until one holds a solution. Rejects when no range is left, or the seat cannot work. */
export async function driveSeat(seat: Seat, search: Search): Promise<number> {
  const { paces, over } = search
  const isSlow = slownessDetector()
  let failures = 0
  for (;;) {
    const { lane } = seat
    try {
      const { pace } = await ready(seat, search.keyBytes)
      if (paces.get(seat) !== pace) pace.restart()
      paces.set(seat, pace)
      const equipped = await lane
      if (over.aborted) break
      const range = search.ranges.take(pace.next())
      if (!range) break
      const startedAt = performance.now()
      const counter = await searchRange(equipped, range, search)
      if (over.aborted) break
      addTiming('pow:range', startedAt, { attempts: range.count })
      if (counter !== null) return counter
      pace.answered(range.count, performance.now() - startedAt)
      search.progress.add(range.count)
      const peers = [...paces].filter(([peer]) => peer !== seat).map(([, peer]) => peer.rate())
      if (isSlow(pace.rate(), peers) && !seat.renewed) await renewLane(seat)
    } catch (error) {
      if (++failures === FAILURES_MAX) throw error
      await replaceLane(seat, lane)
    }
  }
  throw new ProofError()
}

async function searchRange(
  lane: Lane,
  range: { from: number; count: number },
  { key, difficulty, job, ranges, busy }: Search,
): Promise<number | null> {
  busy.add(lane)
  try {
    const answer = lane.search({ key, difficulty, ...range }, job)
    // Only once the lane is searching, so that fetching the verifier does not delay the search.
    loadVerifier().catch(() => undefined)
    return await answer
  } catch (error) {
    ranges.giveBack(range)
    throw error
  } finally {
    busy.delete(lane)
  }
}
