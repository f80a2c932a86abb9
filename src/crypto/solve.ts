import { abortable } from '../../contract/abortable.ts'
import { inTime } from '../../contract/inTime.ts'
import { ProofError } from '../../contract/ProofError.ts'
import { followSignal } from '../followSignal.ts'
import { timed } from '../timing.ts'
import { driveSeat } from './driveSeat.ts'
import type { Search } from './driveSeat.ts'
import { isCold, pool } from './pool.ts'
import { createProgress } from './progress.ts'
import type { ReportProgress } from './progress.ts'
import { createRanges } from './ranges.ts'
import type { Seat } from './seat.ts'
import { loadVerifier } from './warmUp.ts'

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
