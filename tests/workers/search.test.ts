import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Engine, EngineName } from '../../workers/engine/Engine.ts'
import type { findFastestEngine, warmUp } from '../../workers/engine/engines.ts'
import { choose, search, selectFastest } from '../../workers/search.ts'
import { allModules, solves } from './engine/solutions.ts'

const key = 'w'.repeat(48)
const modules = allModules()
it('a worker measures its engines only while no search is running', async () => {
  await choose('rolled', modules, 48)
  const tuning = selectFastest({ engines: ['javascript', 'rolled'], modules, keyBytes: 48 })
  let solution = 0
  while (!solves(key, solution, 3)) solution++
  expect(await search({ key, difficulty: 3, from: 0, count: solution + 1 })).toBe(solution)
  const { engine, rate } = await tuning
  expect(['javascript', 'rolled']).toContain(engine)
  expect(rate).toBeGreaterThan(0)
})

describe('a worker with engines of which every attempt is known', () => {
  const EASY = { key, difficulty: 1, from: 0, count: 10 }
  const request = { engines: ['rolled'] as const, modules: {}, keyBytes: 48 }

  /** Engines by the name under which they are asked for. */
  const engines = new Map<EngineName, Engine['search']>()
  const engineNamed = (name: EngineName): Engine => ({
    name,
    search: (request) => engines.get(name)?.(request) ?? null,
  })
  const measured = vi.fn<typeof findFastestEngine>()
  const warmed = vi.fn<typeof warmUp>()
  const fresh = async () => await import('../../workers/search.ts')
  const platformImmediate = setImmediate

  /** Lets in the messages of so many turns, which no clock can hold up. */
  async function turns(count: number) {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => platformImmediate(resolve))
  }

  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers()
    engines.clear()
    measured.mockReset()
    warmed.mockReset()
    vi.doMock('../../workers/engine/engines.ts', () => ({
      createTestedEngine: engineNamed,
      findFastestEngine: measured,
      warmUp: warmed,
    }))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.doUnmock('../../workers/engine/engines.ts')
  })

  /** The search with an engine that makes so many attempts a millisecond and finds nothing, and the ranges that it was given. */
  async function vainSearch(rate: () => number) {
    const { choose, search } = await fresh()
    const ranges: { from: number; count: number }[] = []
    engines.set('rolled', ({ from, count }) => {
      ranges.push({ from, count })
      vi.advanceTimersByTime(count / rate())
      return null
    })
    await choose('rolled', {}, 48)
    return { search, ranges, counts: () => ranges.map(({ count }) => count) }
  }

  it('a worker searches every counter of a range once, in steps that grow until they take a millisecond', async () => {
    const { search, ranges, counts } = await vainSearch(() => 4_096)
    expect(await search({ ...EASY, from: 7, count: 20_000 })).toBeNull()
    expect(counts()).toEqual([512, 1_024, 2_048, 4_096, 4_096, 4_096, 4_096, 32])
    let next = 7
    for (const { from, count } of ranges) {
      expect(from).toBe(next)
      next += count
    }
    expect(next).toBe(20_007)
  })

  it('a worker adapts its steps to an engine that slows down, and reads the clock at most every 512 attempts', async () => {
    let rate = 4_096
    const { search, ranges, counts } = await vainSearch(() => rate)
    await search({ ...EASY, count: 8_000 })
    const stepsAt = async (slower: number, count: number) => {
      rate = slower
      ranges.length = 0
      await search({ ...EASY, count })
      return counts()
    }
    expect(await stepsAt(2_048, 8_192)).toEqual([4_096, 4_096])
    expect(await stepsAt(1_024, 8_192)).toEqual([4_096, 2_048, 2_048])
    expect(await stepsAt(128, 4_096)).toEqual([2_048, 1_024, 512, 512])
  })

  it('a worker does not measure its speed on a range that is shorter than a step', async () => {
    const { search, ranges, counts } = await vainSearch(() => 256)
    for (let turn = 0; turn < 5; turn++) await search(EASY)
    ranges.length = 0
    await search({ ...EASY, count: 1_024 })
    expect(counts()).toEqual([512, 512])
  })

  it('a search yields to messages every two milliseconds, and ends if its own job was stopped', async () => {
    const { choose, search, stop } = await fresh()
    const ranges = { 1: 0, 2: 0 }
    engines.set('rolled', ({ from, count }) => {
      const job = from < 1_000_000 ? 1 : 2
      ranges[job]++
      if (job === 2) stop(1)
      vi.advanceTimersByTime(3)
      return job === 2 && ranges[2] === 4 ? from + count : null
    })
    await choose('rolled', {}, 48)
    const stopped = search({ ...EASY, count: 100_000 }, 1)
    const other = search({ ...EASY, from: 1_000_000, count: 100_000 }, 2)
    expect(await stopped).toBeNull()
    expect(await other).toBeGreaterThan(1_000_000)
    expect(ranges).toEqual({ 1: 1, 2: 4 })
  })

  it('searches fail while the chosen engine fails, until another is chosen', async () => {
    const { choose, search } = await fresh()
    engines.set('rolled', () => {
      throw new WebAssembly.RuntimeError('unreachable')
    })
    engines.set('javascript', ({ from }) => from)
    await choose('rolled', {}, 48)
    await expect(search(EASY)).rejects.toThrow('unreachable')
    await choose('javascript', {}, 48)
    expect(await search({ ...EASY, from: 5 })).toBe(5)
  })

  it('an engine is warmed up when it is chosen', async () => {
    const { choose } = await fresh()
    await choose('rolled', {}, 48)
    expect(warmed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'rolled' }), 48)
  })

  it('searches fail while no engine has been chosen', async () => {
    const { search } = await fresh()
    await expect(search(EASY)).rejects.toThrow('No engine has been chosen')
  })

  it('a worker switches to the fastest engine unless another was chosen meanwhile', async () => {
    const { choose, search, selectFastest } = await fresh()
    engines.set('unrolled', () => 1)
    engines.set('rolled', () => 2)
    engines.set('scalar', () => 3)
    await choose('rolled', {}, 48)
    measured.mockResolvedValue({ engine: engineNamed('unrolled'), rate: 5_000 })
    expect(await selectFastest(request)).toEqual({ engine: 'unrolled', rate: 5_000 })
    expect(await search(EASY)).toBe(1)
    measured.mockImplementation(async () => {
      await choose('scalar', {}, 48)
      return { engine: engineNamed('rolled'), rate: 4_000 }
    })
    expect(await selectFastest(request)).toEqual({ engine: 'rolled', rate: 4_000 })
    expect(await search(EASY)).toBe(3)
  })

  /** Another engine's measurement, as far as it rests, and how to let it rest. */
  async function restOfTune() {
    const { choose, search, stop, selectFastest } = await fresh()
    let rest: Parameters<typeof findFastestEngine>[3] = async () => {}
    measured.mockImplementation(async (_names, _modules, _keyBytes, own) => {
      rest = own
      return { engine: engineNamed('rolled'), rate: 1_000 }
    })
    await choose('rolled', {}, 48)
    await selectFastest(request)
    return { rest, search, stop }
  }

  it('a worker rests between measurements for the requested time', async () => {
    const { rest } = await restOfTune()
    const rested = vi.fn<() => void>()
    void rest(50).then(rested)
    await vi.advanceTimersByTimeAsync(49)
    await turns(5)
    expect(rested).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(rested).toHaveBeenCalledTimes(1)
    // Without a timer, which would last longer: none is due here.
    await expect(rest(0)).resolves.toBeUndefined()
  })

  it('a worker measures no engine while a search is running', async () => {
    const { rest, search, stop } = await restOfTune()
    engines.set('rolled', () => {
      vi.advanceTimersByTime(3)
      return null
    })
    const ended: string[] = []
    const both = Promise.all([
      search({ ...EASY, count: 100_000 }, 7).finally(() => ended.push('search')),
      rest(0).finally(() => ended.push('rest')),
    ])
    await turns(5)
    expect(ended).toEqual([])
    stop(7)
    for (let turn = 0; turn < 5; turn++) {
      await vi.advanceTimersByTimeAsync(10)
      await turns(1)
    }
    await both
    expect(ended).toEqual(['search', 'rest'])
  })
})
