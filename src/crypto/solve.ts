import type { Pace } from './pace.ts'
import { isCold, pool } from './pool.ts'
import { createProgress } from './progress.ts'
import type { ReportProgress } from './progress.ts'
import { createRanges } from './ranges.ts'
import { ready, renewLane, replaceLane } from './seat.ts'
import type { Seat } from './seat.ts'
import { slownessDetector } from './slownessDetector.ts'
import { followSignal } from '../followSignal.ts'
import { addTiming, timed } from '../timing.ts'
import { loadVerifier } from './warmUp.ts'

/** A lane is given up when it fails this often in one search. */
const FAILURES_MAX = 3

/** Up to this difficulty a pool that does not exist yet starts with one lane: a second one costs more than it gives … */
const EASY = 4

/** … unless the first one has not found anything after so many milliseconds. */
const RELIEF = 50

/** Searches begun since the page was loaded; a search's number tells lanes whose ranges to drop. */
let jobs = 0

export type SolveOptions = { signal: AbortSignal; report?: ReportProgress }

/**
 * A counter that solves the challenge, searched by all lanes and verified by an independent implementation.
 * Throws `Failed to solve PoW` when 10,000,000 attempts hold none, and the signal's reason when it aborts.
 */
export async function solve(key: string, difficulty: number, options: SolveOptions): Promise<number> {
  const searching = timed('pow:solve', () => searchAll(key, difficulty, options))
  const verifier = loadVerifier()
  verifier.catch(() => undefined)
  const counter = await searching
  const verify = await verifier
  if (!(await verify(key, counter, difficulty))) throw new Error('Failed to solve PoW')
  return counter
}

async function searchAll(key: string, difficulty: number, options: SolveOptions): Promise<number> {
  const { signal } = options
  signal.throwIfAborted()
  const ranges = createRanges()
  const progress = createProgress(options.report)
  const stop = new AbortController()
  const stopped = stop.signal
  const unfollow = followSignal(stop, signal)
  const keyBytes = new TextEncoder().encode(key).length
  const paces = new Map<Seat, Pace>()
  const job = ++jobs

  async function drive(seat: Seat): Promise<number> {
    const isSlow = slownessDetector()
    let failures = 0
    while (!stopped.aborted) {
      const { lane } = seat
      let range = null
      try {
        const { pace } = await ready(seat, keyBytes)
        if (paces.get(seat) !== pace) pace.restart()
        paces.set(seat, pace)
        range = ranges.take(pace.next())
        if (!range || stopped.aborted) break
        const startedAt = performance.now()
        const counter = await (await lane).search({ key, difficulty, ...range }, job)
        if (stopped.aborted) break
        if (counter === null) pace.answered(range.count, performance.now() - startedAt)
        progress.add(range.count)
        addTiming('pow:range', startedAt, { attempts: range.count })
        if (counter !== null) return counter
        const peers = [...paces].filter(([peer]) => peer !== seat).map(([, peer]) => peer.rate())
        if (isSlow(pace.rate(), peers) && !seat.renewed) await renewLane(seat)
      } catch (error) {
        if (range) ranges.giveBack(range)
        if (++failures === FAILURES_MAX) throw error
        await replaceLane(seat, lane)
      }
    }
    throw new Error('Failed to solve PoW')
  }

  try {
    return await Promise.race([anyLane(difficulty, drive, stopped), aborted(stopped)])
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AggregateError) throw new Error('Failed to solve PoW', { cause: error })
    throw error
  } finally {
    unfollow()
    stop.abort()
    progress.end()
    for (const seat of pool(0)) seat.lane.then((lane) => lane.stop(job)).catch(() => undefined)
  }
}

/** The first lane's success. A cold pool answers an easy challenge with one lane, and the others join when that takes long. */
async function anyLane(difficulty: number, drive: (seat: Seat) => Promise<number>, stopped: AbortSignal) {
  if (!isCold() || difficulty > EASY) return await Promise.any(pool().map(drive))
  const first = pool(1).map(drive)
  const found = Promise.any(first).then(
    () => true,
    () => false,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const relief = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, RELIEF, false)))
  const early = (await Promise.race([found, relief])) || stopped.aborted
  clearTimeout(timer)
  const others = early ? [] : pool().slice(1).map(drive)
  return await Promise.any([...first, ...others])
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
