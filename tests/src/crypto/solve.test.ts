import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SearchWorker } from '../../../src/crypto/searchWorker.ts'
import {
  createProgressReporter,
  createCounterChunks,
  driveWorker,
  solveChallenge,
} from '../../../src/crypto/solve.ts'
import type { SearchProgress, ReportProgress, PoolSearch } from '../../../src/crypto/solve.ts'
import { createAdaptiveChunkSize, createPoolWorker } from '../../../src/crypto/workerPool.ts'
import type { PoolWorker } from '../../../src/crypto/workerPool.ts'
import { solves } from '../../workers/engine/solutions.ts'
import { FakeWorker } from './FakeWorker.ts'

const KEY = 'x'.repeat(48)

afterEach(() => void vi.restoreAllMocks())

/** A search of its own, as all its workers share it. */
function newSearch(report?: ReportProgress): PoolSearch & { end: () => void } {
  const over = new AbortController()
  return {
    key: KEY,
    difficulty: 5,
    keyBytes: KEY.length,
    job: 1,
    chunks: createCounterChunks(),
    progress: createProgressReporter(report),
    chunkSizes: new Map(),
    busy: new Set(),
    over: over.signal,
    end: () => over.abort(),
  }
}

describe('one worker', () => {
  type Answer = (chunk: { from: number; count: number }, job?: number) => Promise<number | null>

  /** A worker that is made ready and answers so. */
  function workerWith(search: Answer, rate?: number): PoolWorker {
    const chunkSize = createAdaptiveChunkSize('rolled')
    if (rate !== undefined) chunkSize.measured(rate)
    const remote: Pick<SearchWorker, 'search' | 'close'> = { search, close() {} }
    return {
      remote: Promise.resolve(remote as SearchWorker),
      setup: Promise.resolve({ engine: 'rolled', keyBytes: KEY.length, chunkSize, benchmark: null }),
      replaced: 0,
      renewed: true,
    }
  }

  /** Passes over so many chunks at that rate on a clock of its own, then finds. */
  function steady(rate: number, chunks: number) {
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const counts: number[] = []
    const answer: Answer = async ({ from, count }) => {
      counts.push(count)
      now += count / rate
      return counts.length % chunks === 0 ? from : null
    }
    return { answer, counts }
  }

  it('a worker begins each search with a short chunk and continues with long ones, each in the timeline', async () => {
    performance.clearMeasures()
    const { answer, counts } = steady(1_000, 3)
    const worker = workerWith(answer, 1_000)
    await driveWorker(worker, newSearch())
    await driveWorker(worker, newSearch())
    expect(counts).toEqual([8_000, 16_000, 16_000, 8_000, 16_000, 16_000])
    const entries = performance.getEntriesByName('pow:range', 'measure')
    expect(entries.map((entry) => 'detail' in entry && entry.detail)).toEqual(
      counts.map((attempts) => ({ attempts })),
    )
  })

  it('a worker’s rate is measured by the chunks that it searches, and reported', async () => {
    const reports: SearchProgress[] = []
    const { answer, counts } = steady(100, 4)
    const worker = workerWith(answer)
    await driveWorker(
      worker,
      newSearch((progress) => reports.push(progress)),
    )
    expect((await worker.setup)?.chunkSize.rate()).toBeCloseTo(100)
    expect(reports[0]).toEqual({ attempts: counts[0], attemptsPerSecond: expect.closeTo(100_000) })
  })

  it('a worker’s rate is not changed by a chunk that was stopped before its end', async () => {
    performance.clearMeasures()
    const add = vi.fn<() => void>()
    const search = { ...newSearch(), progress: { add } }
    const worker = workerWith(async () => {
      search.end()
      return null
    }, 1_000)
    await expect(driveWorker(worker, search)).rejects.toThrow('Failed to solve PoW')
    const chunkSize = (await worker.setup)?.chunkSize
    chunkSize?.restart()
    expect(chunkSize?.next()).toBe(8_000)
    expect(chunkSize?.rate()).toBe(1_000)
    expect(add).not.toHaveBeenCalled()
    expect(performance.getEntriesByName('pow:range', 'measure')).toEqual([])
  })

  it('a worker begins no chunk once the search is over', async () => {
    const answer = vi.fn<Answer>(async () => null)
    const search = newSearch()
    search.end()
    await expect(driveWorker(workerWith(answer), search)).rejects.toThrow('Failed to solve PoW')
    expect(answer).not.toHaveBeenCalled()
  })
})

describe('a slow worker', () => {
  /** So many chunks of a worker that does 40 attempts a millisecond beside peers of these rates, and what became of its worker. */
  async function besides(rates: readonly number[], chunks: number) {
    vi.stubGlobal('Worker', FakeWorker)
    FakeWorker.made.length = 0
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    let searched = 0
    FakeWorker.search = async ({ from, count }) => {
      now += count / 40
      return ++searched === chunks ? from : null
    }
    const search = newSearch()
    for (const rate of rates) {
      const chunkSize = createAdaptiveChunkSize('rolled')
      chunkSize.measured(rate)
      search.chunkSizes.set(createPoolWorker(), chunkSize)
    }
    FakeWorker.made.length = 0
    const worker = createPoolWorker()
    await driveWorker(worker, search)
    vi.unstubAllGlobals()
    return { worker, ended: FakeWorker.made.map(({ terminated }) => terminated) }
  }

  it('a slow worker is replaced once if it stays below half the rate of its peers, which do not include itself', async () => {
    const worker = { renewed: true, replaced: 0 }
    expect(await besides([60, 100], 70)).toMatchObject({ ended: [true, false], worker })
  })
})

it('a search reports its progress at most four times a second, with all attempts and their rate', () => {
  vi.useFakeTimers()
  const reports: SearchProgress[] = []
  vi.advanceTimersByTime(60_000)
  const progress = createProgressReporter((progress) => reports.push(progress))
  for (let chunk = 0; chunk < 200; chunk++) {
    vi.advanceTimersByTime(5)
    progress.add(1_000)
  }
  vi.useRealTimers()
  expect(reports).toHaveLength(4)
  expect(reports.at(-1)).toEqual({ attempts: 200_000, attemptsPerSecond: 200_000 })
})

it('a search without workers finds a counter on the page, for keys of several lengths', async () => {
  const { signal } = new AbortController()
  for (const key of ['x'.repeat(48), 'y'.repeat(36), 'z'.repeat(60), '']) {
    expect(solves(key, await solveChallenge(key, 3, { signal }), 3)).toBe(true)
  }
})
