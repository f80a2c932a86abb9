import { describe, expect, it } from 'vitest'
import { choose, search, stop, tune } from '../../workers/search.ts'
import { buildKernel } from '../../workers/kernel/buildKernel.ts'
import { allModules } from './engine/engines.ts'
import { solves } from './engine/solutions.ts'

const key = 'w'.repeat(48)
const modules = allModules()
function firstSolution(key: string, difficulty: number): number {
  let counter = 0
  while (!solves(key, counter, difficulty)) counter++
  return counter
}

const HOPELESS = { key, difficulty: 64, from: 0, count: 10_000_000 }

describe('the search of a lane', () => {
  it('goes through a range in slices that miss nothing', async () => {
    await choose({ engines: ['rolled'], modules, keyBytes: 48 })
    const solution = firstSolution(key, 4)
    expect(await search({ key, difficulty: 4, from: 0, count: solution })).toBeNull()
    expect(await search({ key, difficulty: 4, from: solution, count: 1 })).toBe(solution)
  })

  it('lets messages in, and ends when its job is stopped, which leaves other jobs alone', async () => {
    await choose({ engines: ['rolled'], modules, keyBytes: 48 })
    const ended: string[] = []
    const one = search(HOPELESS, 1).finally(() => ended.push('one'))
    const other = search(HOPELESS, 2).finally(() => ended.push('other'))
    setTimeout(() => stop(2))
    expect(await other).toBeNull()
    expect(ended).toEqual(['other'])
    stop(1)
    expect(await one).toBeNull()
  })

  it('goes on with JavaScript where the kernels for a key are missing', async () => {
    const one = new WebAssembly.Module(buildKernel('rolled-1'))
    await choose({ engines: ['rolled'], modules: { 'rolled-1': one }, keyBytes: 48 })
    const long = 'w'.repeat(60)
    const solution = firstSolution(long, 2)
    expect(await search({ key: long, difficulty: 2, from: 0, count: solution + 1 })).toBe(solution)
  })

  it('finds the fastest engine while searches go first', async () => {
    await choose({ engines: ['rolled'], modules, keyBytes: 48 })
    const tuning = tune({ engines: ['javascript', 'rolled'], modules, keyBytes: 48 })
    const solution = firstSolution(key, 3)
    expect(await search({ key, difficulty: 3, from: 0, count: solution + 1 })).toBe(solution)
    const { engine, rate } = await tuning
    expect(engine).toBe('rolled')
    expect(rate).toBeGreaterThan(0)
  })
})
