import { ProofError } from '../../contract/ProofError.ts'
import { abortable, followSignal, rejectAfter } from '../../contract/async.ts'
import { ATTEMPTS_MAX } from '../../contract/challenge.ts'
import { verify } from '../../workers/verify.ts'
import { addTiming, withTiming } from '../lib/timing.ts'
import type { SearchWorker } from './searchWorker.ts'
import { ensureSlots, ensureSlotReady, replaceWorker, createSlownessDetector } from './workerPool.ts'
import type { AdaptiveChunkSize, WorkerSlot } from './workerPool.ts'

export type SearchProgress = { attempts: number; attemptsPerSecond: number }
export type ReportProgress = (progress: SearchProgress) => void

const REPORT_INTERVAL_MS = 250

export function createProgressReporter(report: ReportProgress | undefined) {
  const startedAt = performance.now()
  let attempts = 0
  let reportedAt = startedAt
  return {
    add(count: number): void {
      attempts += count
      const now = performance.now()
      if (now - reportedAt < REPORT_INTERVAL_MS) return
      reportedAt = now
      report?.({ attempts, attemptsPerSecond: (attempts / (now - startedAt)) * 1000 })
    },
  }
}

export type CounterChunk = { from: number; count: number }

/** Hands out the counters of one search in ascending order. A chunk that was given back is handed out again first. */
export function createCounterChunks(limit = ATTEMPTS_MAX) {
  let next = 0
  const returned: CounterChunk[] = []
  return {
    take(count: number): CounterChunk | null {
      const again = returned.pop()
      if (again) return again
      if (next >= limit) return null
      const chunk = { from: next, count: Math.min(count, limit - next) }
      next += chunk.count
      return chunk
    },
    giveBack(chunk: CounterChunk): void {
      returned.push(chunk)
    },
  }
}

const FAILURES_MAX = 3

export type PoolSearch = {
  key: string
  difficulty: number
  keyBytes: number
  /** Number of the search, by which workers know which chunks to drop. */
  job: number
  chunks: ReturnType<typeof createCounterChunks>
  progress: ReturnType<typeof createProgressReporter>
  chunkSizes: Map<WorkerSlot, AdaptiveChunkSize>
  busy: Set<SearchWorker>
  over: AbortSignal
}

export async function driveSlot(slot: WorkerSlot, search: PoolSearch): Promise<number> {
  const { chunkSizes, over } = search
  const isSlow = createSlownessDetector()
  let failures = 0
  for (;;) {
    const { worker } = slot
    try {
      const { chunkSize } = await ensureSlotReady(slot, search.keyBytes)
      if (chunkSizes.get(slot) !== chunkSize) chunkSize.restart()
      chunkSizes.set(slot, chunkSize)
      const current = await worker
      if (over.aborted) break
      const chunk = search.chunks.take(chunkSize.next())
      if (!chunk) break
      const startedAt = performance.now()
      const counter = await searchChunk(current, chunk, search)
      if (over.aborted) break
      addTiming('pow:range', startedAt, { attempts: chunk.count })
      if (counter !== null) return counter
      chunkSize.answered(chunk.count, performance.now() - startedAt)
      search.progress.add(chunk.count)
      const peers = [...chunkSizes].filter(([peer]) => peer !== slot).map(([, peer]) => peer.rate())
      if (isSlow(chunkSize.rate(), peers) && !slot.renewed) await replaceWorker(slot, worker, true)
    } catch (error) {
      if (++failures === FAILURES_MAX) throw error
      await replaceWorker(slot, worker)
    }
  }
  throw new ProofError()
}

async function searchChunk(
  worker: SearchWorker,
  chunk: CounterChunk,
  { key, difficulty, job, chunks, busy }: PoolSearch,
): Promise<number | null> {
  busy.add(worker)
  try {
    const answer = worker.search({ key, difficulty, ...chunk }, job)
    // Compiles the verifier while a worker is searching already, so that this does not delay the search.
    if (chunk.from === 0) verify('', 0, 0).catch(() => undefined)
    return await answer
  } catch (error) {
    chunks.giveBack(chunk)
    throw error
  } finally {
    busy.delete(worker)
  }
}

/** Up to this difficulty a new pool starts with one worker, because starting a second one costs more than it saves. */
const EASY_DIFFICULTY = 4

/** The other workers start after the first one has searched an easy challenge for this many milliseconds. */
const OTHERS_AFTER_MS = 50

let jobs = 0

type SolveOptions = { signal: AbortSignal; report?: ReportProgress }

/**
 * Finds a counter that solves the challenge, and verifies it. Throws a `ProofError` if none of 10,000,000 attempts solves it, and the
 * signal's reason if it aborts.
 *
 * @example
 * const counter = await solve(challenge.key, readDifficulty(challenge.value), { signal })
 */
export async function solveChallenge(
  key: string,
  difficulty: number,
  options: SolveOptions,
): Promise<number> {
  const counter = await withTiming('pow:solve', () => searchAll(key, difficulty, options))
  if (!(await verify(key, counter, difficulty))) throw new ProofError()
  return counter
}

async function searchAll(key: string, difficulty: number, { signal, report }: SolveOptions): Promise<number> {
  signal.throwIfAborted()
  const over = new AbortController()
  const search: PoolSearch = {
    key,
    difficulty,
    keyBytes: new TextEncoder().encode(key).length,
    job: ++jobs,
    chunks: createCounterChunks(),
    progress: createProgressReporter(report),
    chunkSizes: new Map(),
    busy: new Set(),
    over: over.signal,
  }
  const unfollow = followSignal(over, signal)
  try {
    const drive = (slot: WorkerSlot) => driveSlot(slot, search)
    return await abortable(anyWorker(difficulty, drive, over.signal), over.signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new ProofError({ cause })
  } finally {
    unfollow()
    over.abort()
    for (const worker of search.busy) worker.stop(search.job)
  }
}

/**
 * Resolves to the first counter that any worker finds. A new pool searches an easy challenge with one worker; the others join if that
 * takes long.
 */
async function anyWorker(
  difficulty: number,
  drive: (slot: WorkerSlot) => Promise<number>,
  stopped: AbortSignal,
) {
  const first = ensureSlots(difficulty > EASY_DIFFICULTY ? Infinity : 1).map(drive)
  const counter = await rejectAfter(Promise.any(first), OTHERS_AFTER_MS, 'The first workers take long').catch(
    () => undefined,
  )
  if (counter !== undefined) return counter
  stopped.throwIfAborted()
  const others = ensureSlots().slice(first.length).map(drive)
  return await Promise.any([...first, ...others])
}
