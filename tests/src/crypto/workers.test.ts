import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { solveChallenge as Solve } from '../../../src/crypto/solve.ts'
import * as searchModule from '../../../workers/search.ts'
import { verify } from '../../../workers/verify.ts'
import { waitFor } from '../../waitFor.ts'
import { FakeWorker } from './FakeWorker.ts'

/** Searches in vain, so many attempts a millisecond. */
const vainly = (count: number, rate: number) =>
  new Promise<null>((resolve) => setTimeout(resolve, count / rate, null))

const thinking: (() => void)[] = []
/** Gives no answer for as long as the test lasts. */
const think = () => new Promise<null>((resolve) => thinking.push(() => resolve(null)))

/** Aborts the search as soon as it is under way, and thinks on. */
function abortedSearch() {
  const controller = new AbortController()
  FakeWorker.search = async () => {
    controller.abort(new Error('enough'))
    return await think()
  }
  return controller.signal
}

const KEY = 'x'.repeat(48)
const { signal } = new AbortController()

/** Really searches a range. */
const searchFor = (difficulty: number) => (chunk: { from: number; count: number }) =>
  searchModule.search({ key: KEY, difficulty, ...chunk })

/** A search on the pool of this test. */
const solve: typeof Solve = async (...search) =>
  await (await import('../../../src/crypto/solve.ts')).solveChallenge(...search)
const makePool = async () => (await import('../../../src/crypto/workerPool.ts')).ensureWorkers()

beforeEach(() => {
  FakeWorker.made.length = 0
  vi.resetModules()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
})
afterEach(() => {
  for (const end of thinking.splice(0)) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function firstSolution(difficulty: number): Promise<number> {
  let counter = 0
  while (!(await verify(KEY, counter, difficulty))) counter++
  return counter
}

describe('the workers of a search', () => {
  it('the workers of a search share the counters, in ascending order and without a gap', async () => {
    const solution = await firstSolution(4)
    const chunks: { from: number; count: number }[] = []
    FakeWorker.search = async (chunk) => {
      chunks.push(chunk)
      await vainly(1, 1)
      return solution >= chunk.from && solution < chunk.from + chunk.count ? solution : null
    }
    expect(await solve(KEY, 4, { signal })).toBe(solution)
    for (const [index, { from }] of chunks.entries()) {
      const before = chunks[index - 1]
      expect(from).toBe(before ? before.from + before.count : 0)
    }
  })

  it('the workers that are still searching are told to stop when another one has found a solution', async () => {
    await makePool()
    let wasStopped = false
    FakeWorker.search = async ({ from, count }, worker) => {
      if (worker.number === 1) return await searchFor(2)({ from, count })
      await waitFor(() => expect(worker.stopped).toHaveLength(1))
      wasStopped = true
      return null
    }
    await solve(KEY, 2, { signal })
    await waitFor(() => expect(wasStopped).toBe(true))
    expect(FakeWorker.made.map(({ stopped }) => stopped)).toEqual([[], [1]])
  })

  it('the workers return the chunk of a worker that fails, and another one searches it', async () => {
    let failures = 0
    FakeWorker.search = async ({ from, count }, { number }) => {
      if (number === 1 && failures++ === 0) throw new Error('broken')
      return from === 0 ? await searchFor(3)({ from, count }) : null
    }
    expect(await verify(KEY, await solve(KEY, 3, { signal }), 3)).toBe(true)
    expect(FakeWorker.made.filter(({ terminated }) => terminated)).toEqual([FakeWorker.made[0]])
  })
})

describe('a search', () => {
  it('a search sends nothing more to any worker once it is over', async () => {
    await makePool()
    let asked = 0
    let letGo = () => {}
    FakeWorker.search = async ({ from, count }, { number }) => {
      asked++
      if (number === 1) return await searchFor(1)({ from, count })
      await new Promise<void>((resolve) => (letGo = resolve))
      return null
    }
    await solve(KEY, 1, { signal })
    const before = asked
    letGo()
    await vainly(20, 1)
    expect(asked).toBe(before)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('a search ends at once when it is aborted, whatever its workers do, and they are told to stop', async () => {
    await expect(solve(KEY, 5, { signal: abortedSearch() })).rejects.toThrow('enough')
    await waitFor(() => expect(FakeWorker.made.some(({ stopped }) => stopped.length > 0)).toBe(true))
  })

  it('a search that was aborted before it began makes no worker', async () => {
    await expect(solve(KEY, 2, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(FakeWorker.made).toEqual([])
  })

  it('a search rejects a counter that does not solve the challenge, although a worker returned it', async () => {
    let wrong = 0
    while (await verify(KEY, wrong, 1)) wrong++
    FakeWorker.search = async () => wrong
    await expect(solve(KEY, 1, { signal })).rejects.toThrow('Failed to solve PoW')
  })

  it('a search fails after ten million counters without a solution, and its error has what each worker reported', async () => {
    let last = 0
    FakeWorker.search = async ({ from, count }) => {
      last = Math.max(last, from + count)
      return null
    }
    await expect(solve(KEY, 64, { signal })).rejects.toMatchObject({
      message: 'Failed to solve PoW',
      cause: { errors: [{ message: 'Failed to solve PoW' }, { message: 'Failed to solve PoW' }] },
    })
    expect(last).toBe(10_000_000)
  })

  it('a search fetches the verifier while the workers run, and continues if it cannot be fetched', async () => {
    const compile = vi.fn<() => Promise<boolean>>(async () => true)
    compile.mockRejectedValueOnce(new Error('no memory'))
    vi.doMock('../../../workers/verify.ts', () => ({ verify: compile }))
    FakeWorker.search = async ({ from }) => {
      await waitFor(() => expect(compile).toHaveBeenCalled())
      return from
    }
    expect(await solve(KEY, 5, { signal })).toEqual(expect.any(Number))
    vi.doUnmock('../../../workers/verify.ts')
  })
})

it('a search gives a worker up after its third failure, and the next search tries it again', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 1 })
  const search = vi.fn<() => Promise<number | null>>(() => Promise.reject(new Error('broken')))
  const { choose } = searchModule
  const made = () => ({ choose, search, stop() {}, close() {} })
  vi.doMock('../../../src/crypto/searchWorker.ts', () => ({
    createSearchWorker: made,
    createPageWorker: async () => made(),
  }))
  await expect(solve(KEY, 2, { signal })).rejects.toMatchObject({
    message: 'Failed to solve PoW',
    cause: { errors: [{ message: 'broken' }] },
  })
  expect(search).toHaveBeenCalledTimes(3)
  search.mockImplementation(() => searchFor(2)({ from: 0, count: 10_000 }))
  expect(await solve(KEY, 2, { signal })).toEqual(expect.any(Number))
  vi.doUnmock('../../../src/crypto/searchWorker.ts')
})

describe('a cold pool', () => {
  it.each([
    [4, 1],
    [5, 2],
  ])('a cold pool searches difficulty %i with %i workers at first', async (difficulty, lanes) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await expect(solve(KEY, difficulty, { signal: abortedSearch() })).rejects.toThrow('enough')
    expect(FakeWorker.made).toHaveLength(lanes)
  })

  it('a cold pool lets all its workers search if the first one takes long, each one chunk at a time', async () => {
    const searching: number[] = []
    let othersJoin = () => {}
    const joined = new Promise<void>((resolve) => (othersJoin = resolve))
    FakeWorker.search = async ({ count }, { number }) => {
      searching.push(number)
      if (number === 1) {
        await joined
        return null
      }
      othersJoin()
      return await searchFor(2)({ from: 0, count })
    }
    await solve(KEY, 2, { signal })
    expect(searching.slice(0, 2)).toEqual([1, 2])
    expect(FakeWorker.made.map(({ terminated }) => terminated)).toEqual([false, false])
  })

  it('a cold pool makes no other workers for a search that was aborted while the first one ran', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const controller = new AbortController()
    FakeWorker.search = async () => {
      controller.abort(new Error('enough'))
      return null
    }
    await expect(solve(KEY, 2, { signal: controller.signal })).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await vainly(20, 1)
    expect(FakeWorker.made).toHaveLength(1)
  })

  it('a cold pool solves an easy challenge with one worker, and with the others if that one is given up', async () => {
    const solution = await firstSolution(2)
    FakeWorker.search = async () => solution
    // However slow the machine: the time after which other workers join never comes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await solve(KEY, 2, { signal })
    expect(FakeWorker.made).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)

    vi.resetModules()
    vi.doMock('../../../src/crypto/searchWorker.ts', async (original: () => Promise<object>) => ({
      ...(await original()),
      createPageWorker: () => Promise.reject(new Error('none')),
    }))
    FakeWorker.made.length = 0
    FakeWorker.search = async (_, { number }) => {
      if (number < 3) throw new Error('broken')
      return solution
    }
    await solve(KEY, 2, { signal })
    vi.useRealTimers()
    expect(FakeWorker.made).toHaveLength(3)
    vi.doUnmock('../../../src/crypto/searchWorker.ts')
  })
})

it('a warm pool searches an easy challenge with all existing workers at once', async () => {
  await makePool()
  // However slow the machine: the time after which others join never comes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const searching = new Map<number, () => void>()
  FakeWorker.search = async ({ count }, { number }) => {
    if (searching.size === 0) await new Promise<void>((resolve) => searching.set(number, resolve))
    for (const goOn of searching.values()) goOn()
    return await searchFor(2)({ from: 0, count })
  }
  expect(await solve(KEY, 2, { signal })).toEqual(expect.any(Number))
})

describe('the focus of a form on a device with eight cores', () => {
  const compared: number[] = []

  beforeEach(() => {
    compared.length = 0
    vi.stubGlobal('navigator', { hardwareConcurrency: 8 })
    FakeWorker.selectFastest = (_, worker) => {
      // The comparison that an earlier test's search left for later is none of this test.
      if (FakeWorker.made.includes(worker)) compared.push(worker.number)
      return { engine: 'rolled', rate: 1_000 }
    }
  })

  const warmUp = async () => await (await import('../../../src/crypto/workerPool.ts')).warmUpWorker()

  it('the focus starts one worker, which alone solves a challenge of difficulty 4, and compares no engines', async () => {
    await warmUp()
    const solution = await firstSolution(2)
    FakeWorker.search = async () => solution
    // However slow the machine: the time after which other workers join never comes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await solve(KEY, 2, { signal })
    vi.useRealTimers()
    expect(FakeWorker.made).toHaveLength(1)
    expect(compared).toEqual([])
  })

  it('a difficult challenge is searched by all workers, and seconds after a search of more than one chunk the engines are compared', async () => {
    await warmUp()
    const solution = await firstSolution(2)
    const searching = new Set<number>()
    FakeWorker.search = async (_, { number }) => {
      const isFirst = !searching.has(number)
      searching.add(number)
      await waitFor(() => expect(searching.size).toBe(7))
      return isFirst ? null : solution
    }
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await solve(KEY, 5, { signal }).catch(() => undefined)
    expect([searching.size, compared]).toEqual([7, []])
    const [compareEngines] = timers.mock.calls.find(([, delay]) => delay === 5_000) ?? []
    timers.mockRestore()
    compareEngines?.()
    await waitFor(() => expect(compared.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]))
  })
})

it('a search without an attempt for twenty seconds ends with a timeout, and one that goes on does not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  FakeWorker.ping = async () => true
  const answers: (() => void)[] = []
  FakeWorker.search = () => new Promise<null>((resolve) => answers.push(() => resolve(null)))
  const outcome = solve(KEY, 64, { signal }).catch((error: unknown) => error)
  await waitFor(() => expect(answers).toHaveLength(2))
  vi.advanceTimersByTime(19_000)
  answers[0]?.()
  await waitFor(() => expect(answers).toHaveLength(3))
  vi.advanceTimersByTime(19_000)
  expect(FakeWorker.made.flatMap(({ stopped }) => stopped)).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(await outcome).toMatchObject({ name: 'TimeoutError' })
  await waitFor(() => expect(FakeWorker.made.some(({ stopped }) => stopped.length > 0)).toBe(true))
  FakeWorker.ping = () => new Promise(() => undefined)
})
