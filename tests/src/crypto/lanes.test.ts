import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as lane from '../../../workers/search.ts'
import { FakeWorker } from './FakeWorker.ts'

/** Searches in vain, so many attempts a millisecond. */
const vainly = (count: number, rate: number) =>
  new Promise<null>((resolve) => setTimeout(resolve, count / rate, null))

const KEY = 'x'.repeat(48)

beforeEach(() => {
  FakeWorker.made.length = 0
  vi.resetModules()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the lanes of a search', () => {
  it('are exchanged, once, when they stay below half of what the others do', async () => {
    const { solve } = await import('../../../src/crypto/solve.ts')
    FakeWorker.search = ({ count }, { number }) => vainly(count, number === 1 ? 2_000 : 200)
    const controller = new AbortController()
    const solving = solve(KEY, 5, { signal: controller.signal })
    await vi.waitFor(() => expect(FakeWorker.made).toHaveLength(3), { timeout: 20_000 })
    const [fast, slow, next] = FakeWorker.made
    expect(fast).toMatchObject({ terminated: false })
    expect(slow).toMatchObject({ terminated: true })
    await vi.waitFor(() => expect(next?.terminated).toBe(false))
    controller.abort(new Error('enough'))
    await expect(solving).rejects.toThrow('enough')
    expect(FakeWorker.made).toHaveLength(3)
  })

  it('share the counters, in ascending order and without a gap', async () => {
    const { solve } = await import('../../../src/crypto/solve.ts')
    const { verify } = await import('../../../workers/verify.ts')
    let solution = 0
    while (!(await verify(KEY, solution, 4))) solution++
    const ranges: { from: number; count: number }[] = []
    FakeWorker.search = async (range) => {
      ranges.push(range)
      await vainly(1, 1)
      return solution >= range.from && solution < range.from + range.count ? solution : null
    }
    const { signal } = new AbortController()
    expect(await solve(KEY, 4, { signal })).toBe(solution)
    for (const [index, { from }] of ranges.entries()) {
      const before = ranges[index - 1]
      expect(from).toBe(before ? before.from + before.count : 0)
    }
  })

  it('are told to stop when another one has found, and only those that are still at work', async () => {
    const { pool } = await import('../../../src/crypto/pool.ts')
    const { solve } = await import('../../../src/crypto/solve.ts')
    pool()
    let told = false
    FakeWorker.search = async ({ from, count }, worker) => {
      if (worker.number === 1) return await lane.search({ key: KEY, difficulty: 2, from, count })
      await vi.waitFor(() => expect(worker.stopped).toHaveLength(1))
      told = true
      return null
    }
    const { signal } = new AbortController()
    await solve(KEY, 2, { signal })
    await vi.waitFor(() => expect(told).toBe(true))
    expect(FakeWorker.made.map(({ stopped }) => stopped)).toEqual([[], [1]])
  })

  it('give back the range of a lane that fails, and another searches it', async () => {
    const { solve } = await import('../../../src/crypto/solve.ts')
    let failures = 0
    FakeWorker.search = async ({ from, count }, { number }) => {
      if (number === 1 && failures++ === 0) throw new Error('broken')
      return from === 0 ? await lane.search({ key: KEY, difficulty: 3, from, count }) : null
    }
    const { signal } = new AbortController()
    const { verify } = await import('../../../workers/verify.ts')
    expect(await verify(KEY, await solve(KEY, 3, { signal }), 3)).toBe(true)
    expect(FakeWorker.made.filter(({ terminated }) => terminated)).toEqual([FakeWorker.made[0]])
  })
})

describe('a cold pool', () => {
  it('answers an easy challenge with one lane, and with the others when that one is given up', async () => {
    const { solve } = await import('../../../src/crypto/solve.ts')
    const { signal } = new AbortController()
    FakeWorker.search = async ({ from, count }) => lane.search({ key: KEY, difficulty: 2, from, count })
    // However slow the machine: the time after which other lanes join never comes.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await solve(KEY, 2, { signal })
    expect(FakeWorker.made).toHaveLength(1)

    vi.resetModules()
    vi.doMock('../../../src/crypto/lane.ts', async (original: () => Promise<object>) => ({
      ...(await original()),
      pageLane: () => Promise.reject(new Error('none')),
    }))
    const { solve: solveAgain } = await import('../../../src/crypto/solve.ts')
    FakeWorker.made.length = 0
    FakeWorker.search = async ({ from, count }, { number }) => {
      if (number < 3) throw new Error('broken')
      return lane.search({ key: KEY, difficulty: 2, from, count })
    }
    await solveAgain(KEY, 2, { signal })
    vi.useRealTimers()
    expect(FakeWorker.made).toHaveLength(3)
    vi.doUnmock('../../../src/crypto/lane.ts')
  })
})

describe('the warm-up', () => {
  it('lets one lane find the fastest engine, and the others get to speed with that one', async () => {
    const { warmUp } = await import('../../../src/crypto/warmUp.ts')
    const tuned: [number, readonly string[]][] = []
    FakeWorker.tune = ({ engines }, { number }) => {
      tuned.push([number, engines])
      return { engine: 'unrolled', rate: 1_000 }
    }
    await warmUp()
    expect(tuned).toEqual([
      [1, ['unrolled', 'rolled']],
      [2, ['unrolled']],
    ])
  })

  it('goes on with the other lanes when that lane fails', async () => {
    const { warmUp } = await import('../../../src/crypto/warmUp.ts')
    const tuned: number[] = []
    FakeWorker.tune = (_, { number }) => {
      if (number === 1) throw new Error('broken')
      tuned.push(number)
      return { engine: 'rolled', rate: 1_000 }
    }
    await warmUp()
    expect(tuned).toEqual([2])
  })
})
