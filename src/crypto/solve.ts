import { ProofError } from '../../contract/ProofError.ts'
import { abortable, followSignal, inTime } from '../../contract/async.ts'
import { MAX_ATTEMPTS } from '../../contract/challenge.ts'
import { addTiming, timed } from '../lib/timing.ts'
import type { Lane } from './lane.ts'
import { isCold, loadVerifier, pool, ready, renewLane, replaceLane, slownessDetector } from './workerPool.ts'
import type { Pace, Seat } from './workerPool.ts'

export type Progress = { attempts: number; attemptsPerSecond: number }
export type ReportProgress = (progress: Progress) => void

/** Milliseconds between two reports. */
const INTERVAL = 250

/** Counts answered ranges and reports them, at most four times a second. */
export function createProgress(report: ReportProgress | undefined) {
  const startedAt = performance.now()
  let attempts = 0
  let reportedAt = startedAt
  return {
    add(count: number): void {
      attempts += count
      const now = performance.now()
      if (now - reportedAt < INTERVAL) return
      reportedAt = now
      report?.({ attempts, attemptsPerSecond: (attempts / (now - startedAt)) * 1000 })
    },
  }
}

export type Range = { from: number; count: number }

/** The counters of one search, handed out in ascending order; a range that was given back goes out again first. */
export function createRanges(limit = MAX_ATTEMPTS) {
  let next = 0
  const returned: Range[] = []
  return {
    /** The next range, of at most `count` counters; null when none is left. */
    take(count: number): Range | null {
      const again = returned.pop()
      if (again) return again
      if (next >= limit) return null
      const range = { from: next, count: Math.min(count, limit - next) }
      next += range.count
      return range
    },
    giveBack(range: Range): void {
      returned.push(range)
    },
  }
}

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

/** Up to this difficulty a new pool starts with one lane, since starting a second one costs more than it saves … */
const EASY = 4

/** … until the first lane has searched for this many milliseconds. */
const OTHERS_AFTER = 50

/** Searches begun since the page was loaded; a search's number tells lanes whose ranges to drop. */
let jobs = 0

type SolveOptions = { signal: AbortSignal; report?: ReportProgress }

/**
 * A counter that solves the challenge, searched by all lanes and verified by an independent implementation.
 * Throws a `ProofError` when 10,000,000 attempts hold none, and the signal's reason when it aborts.
 */
export async function solve(key: string, difficulty: number, options: SolveOptions): Promise<number> {
  const counter = await timed('pow:solve', () => searchAll(key, difficulty, options))
  const verify = await loadVerifier()
  if (!(await verify(key, counter, difficulty))) throw new ProofError()
  return counter
}

async function searchAll(key: string, difficulty: number, { signal, report }: SolveOptions): Promise<number> {
  signal.throwIfAborted()
  const over = new AbortController()
  const search: Search = {
    key,
    difficulty,
    keyBytes: new TextEncoder().encode(key).length,
    job: ++jobs,
    ranges: createRanges(),
    progress: createProgress(report),
    paces: new Map(),
    busy: new Set(),
    over: over.signal,
  }
  const unfollow = followSignal(over, signal)
  try {
    const drive = (seat: Seat) => driveSeat(seat, search)
    return await abortable(anyLane(difficulty, drive, over.signal), over.signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new ProofError({ cause })
  } finally {
    unfollow()
    over.abort()
    for (const lane of search.busy) lane.stop(search.job)
  }
}

/** The first counter that any lane finds. A new pool searches an easy challenge with one lane; the others join when that takes long. */
async function anyLane(difficulty: number, drive: (seat: Seat) => Promise<number>, stopped: AbortSignal) {
  if (!isCold() || difficulty > EASY) return await Promise.any(pool().map(drive))
  const first = pool(1).map(drive)
  const counter = await inTime(Promise.any(first), OTHERS_AFTER, 'One lane takes long').catch(() => undefined)
  if (counter !== undefined) return counter
  stopped.throwIfAborted()
  const others = pool().slice(1).map(drive)
  return await Promise.any([...first, ...others])
}
