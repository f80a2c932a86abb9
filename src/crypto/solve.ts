import { pool, replaceLane } from './pool.ts'
import type { Slot } from './pool.ts'
import { createProgress } from './progress.ts'
import type { ReportProgress } from './progress.ts'
import { createRanges } from './ranges.ts'

/** Attempts per range: about 5 ms, so that a cancel is felt at once and the message costs nothing beside it. */
const RANGE = 8_192

/** A lane is given up when it fails this often in one search. */
const FAILURES_MAX = 3

export type SolveOptions = { signal: AbortSignal; report?: ReportProgress }

/**
 * A counter that solves the challenge, searched by all lanes and verified by an independent implementation.
 * Throws `Failed to solve PoW` when 10,000,000 attempts hold none, and the signal's reason when it aborts.
 */
export async function solve(key: string, difficulty: number, options: SolveOptions): Promise<number> {
  const counter = await searchAll(key, difficulty, options)
  const { verify } = await import('../../workers/verify.ts')
  if (!(await verify(key, counter, difficulty))) throw new Error('Failed to solve PoW')
  return counter
}

async function searchAll(key: string, difficulty: number, options: SolveOptions): Promise<number> {
  const { signal } = options
  signal.throwIfAborted()
  const ranges = createRanges()
  const progress = createProgress(options.report)
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])

  async function drive(slot: Slot): Promise<number> {
    let failures = 0
    while (!stopped.aborted) {
      const range = ranges.take(RANGE)
      if (!range) break
      const { lane } = slot
      try {
        const counter = await (await lane).search({ key, difficulty, ...range })
        progress.add(range.count)
        if (counter !== null) return counter
      } catch (error) {
        ranges.giveBack(range)
        if (++failures === FAILURES_MAX) throw error
        await replaceLane(slot, lane)
      }
    }
    throw new Error('Failed to solve PoW')
  }

  try {
    return await Promise.race([Promise.any(pool().map(drive)), aborted(stopped)])
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AggregateError) throw new Error('Failed to solve PoW', { cause: error })
    throw error
  } finally {
    stop.abort()
    progress.end()
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
