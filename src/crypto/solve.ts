import { ProofError } from '../../contract/ProofError.ts'
import { abortable, followSignal, rejectAfter } from '../../contract/async.ts'
import { ATTEMPTS_MAX } from '../../contract/challenge.ts'
import { verify } from '../../workers/verify.ts'
import { addTiming, withTiming } from '../lib/timing.ts'
import type { SearchWorker } from './searchWorker.ts'
import {
  benchmarkWorkers,
  createSlownessDetector,
  ensureReady,
  ensureWorkers,
  replaceWorker,
} from './workerPool.ts'
import type { AdaptiveChunkSize, PoolWorker } from './workerPool.ts'

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
  chunkSizes: Map<PoolWorker, AdaptiveChunkSize>
  busy: Set<SearchWorker>
  over: AbortSignal
}

/** Searches chunk after chunk with one worker, which is replaced if it dies or lags. Throws a `ProofError` when no chunk is left. */
export async function driveWorker(worker: PoolWorker, search: PoolSearch): Promise<number> {
  const { chunkSizes, over } = search
  const isSlow = createSlownessDetector()
  let failures = 0
  for (;;) {
    const { remote } = worker
    try {
      const { chunkSize } = await ensureReady(worker, search.keyBytes)
      if (chunkSizes.get(worker) !== chunkSize) chunkSize.restart()
      chunkSizes.set(worker, chunkSize)
      const current = await remote
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
      const peers = [...chunkSizes].filter(([peer]) => peer !== worker).map(([, peer]) => peer.rate())
      if (isSlow(chunkSize.rate(), peers) && !worker.renewed) await replaceWorker(worker, remote, true)
    } catch (error) {
      if (++failures === FAILURES_MAX) throw error
      await replaceWorker(worker, remote)
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

/** Up to this difficulty a search begins with one worker, because starting a second one costs more than it saves. */
const EASY_DIFFICULTY = 4

/** The other workers start after the first one has searched an easy challenge for this many milliseconds: longer than most phones need. */
const OTHERS_AFTER_MS = 250

/**
 * Seconds without an attempt after which a search is given up. They are ticks of a timer, so that a page that was suspended has them left.
 */
const SILENT_SECONDS_MAX = 20

function createSilenceTimer(give: () => void) {
  let seconds = 0
  const timer = setInterval(() => ++seconds === SILENT_SECONDS_MAX && give(), 1000)
  return { reset: () => void (seconds = 0), end: () => clearInterval(timer) }
}

/**
 * Milliseconds after a search of more than one chunk until engines are compared for later ones: sooner it would delay the call and the answer,
 * for which this proof was made.
 */
const COMPARE_AFTER_MS = 5_000

let jobs = 0

type SolveOptions = { signal: AbortSignal; report?: ReportProgress }

/**
 * Finds a counter that solves the challenge, and verifies it. Throws a `ProofError` if none of 10,000,000 attempts solves it, a
 * `TimeoutError` if no attempt was made for 20 s, and the signal's reason if it aborts.
 *
 * @example
 * const counter = await solveChallenge(challenge.key, readDifficulty(challenge.value), { signal })
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
  const silence = createSilenceTimer(() =>
    over.abort(new DOMException('No attempt was made for 20 s', 'TimeoutError')),
  )
  const progress = createProgressReporter(report)
  let isLong = false
  const search: PoolSearch = {
    key,
    difficulty,
    keyBytes: new TextEncoder().encode(key).length,
    job: ++jobs,
    chunks: createCounterChunks(),
    progress: {
      add(attempts) {
        isLong = true
        silence.reset()
        progress.add(attempts)
      },
    },
    chunkSizes: new Map(),
    busy: new Set(),
    over: over.signal,
  }
  const unfollow = followSignal(over, signal)
  try {
    const drive = (worker: PoolWorker) => driveWorker(worker, search)
    const counter = await abortable(anyWorker(difficulty, drive, over.signal), over.signal)
    if (isLong) setTimeout(() => void benchmarkWorkers(ensureWorkers(0)), COMPARE_AFTER_MS)
    return counter
  } catch (cause) {
    over.signal.throwIfAborted()
    throw new ProofError({ cause })
  } finally {
    unfollow()
    silence.end()
    over.abort()
    for (const worker of search.busy) worker.stop(search.job)
  }
}

/**
 * Resolves to the first counter that any worker finds. An easy challenge is searched by the workers that there are, at least one; the
 * others join if that takes long.
 */
async function anyWorker(
  difficulty: number,
  drive: (worker: PoolWorker) => Promise<number>,
  stopped: AbortSignal,
) {
  const first = ensureWorkers(difficulty > EASY_DIFFICULTY ? Infinity : 1).map(drive)
  const counter = await rejectAfter(Promise.any(first), OTHERS_AFTER_MS, 'The first workers take long').catch(
    () => undefined,
  )
  if (counter !== undefined) return counter
  stopped.throwIfAborted()
  const others = ensureWorkers().slice(first.length).map(drive)
  return await Promise.any([...first, ...others])
}
