import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SearchWorker } from '../../../src/crypto/searchWorker.ts'
import type { EngineName } from '../../../workers/engine/Engine.ts'
import { kernelNamesFor } from '../../../workers/engine/engines.ts'
import type { FastestEngineRequest } from '../../../workers/search.ts'

const platformFetch = globalThis.fetch
const fetched = vi.fn<(url: string) => Promise<Response>>()
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

const fresh = async () => await import('../../../src/crypto/selectEngine.ts')

beforeEach(() => {
  vi.resetModules()
  fetched.mockReset().mockImplementation(platformFetch)
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => void vi.unstubAllGlobals())

const KEY_BYTES = 48
/** The kernels that most searches end with. */
const COMMON = kernelNamesFor('unrolled', KEY_BYTES, 6)

/** A worker where only some engines work, and what it was asked for. */
function workerWhere(works: (engine: EngineName) => boolean) {
  const asked: FastestEngineRequest[] = []
  const worker: Pick<SearchWorker, 'choose' | 'selectFastest'> = {
    async choose(name, modules, keyBytes) {
      asked.push({ engines: [name], modules, keyBytes })
      if (!works(name)) throw new Error(`${name} does not work`)
    },
    async selectFastest(request) {
      asked.push(request)
      return { engine: request.engines[0] ?? 'javascript', rate: 1_000 }
    },
  }
  const kernels = () => asked.map(({ modules }) => Object.keys(modules).toSorted())
  const engines = () => asked.map(({ engines }) => engines)
  return { worker: worker as SearchWorker, asked, engines, kernels }
}

describe('a worker that is made ready', () => {
  it('a new worker gets the first tier with the kernels that its keys need', async () => {
    const { selectEngine } = await fresh()
    const { worker, asked, engines, kernels } = workerWhere(() => true)
    expect(await selectEngine(worker, 60, null)).toBe('rolled')
    expect(engines()).toEqual([['rolled']])
    expect(kernels()).toEqual([kernelNamesFor('rolled', 60).toSorted()])
    expect(asked[0]?.keyBytes).toBe(60)
  })

  it('a new worker gets the next tier when one does not work there', async () => {
    const { selectEngine } = await fresh()
    const { worker, engines, kernels } = workerWhere((engine) => engine === 'scalar')
    expect(await selectEngine(worker, KEY_BYTES, null)).toBe('scalar')
    expect(engines()).toEqual([['rolled'], ['scalar']])
    expect(kernels()[1]).toEqual(kernelNamesFor('scalar', KEY_BYTES).toSorted())
  })

  it('a new worker gets JavaScript, which needs no kernels, if no kernels can be fetched', async () => {
    fetched.mockImplementation(unreachable)
    const { selectEngine } = await fresh()
    const { worker, engines, kernels } = workerWhere(() => true)
    expect(await selectEngine(worker, KEY_BYTES, null)).toBe('javascript')
    expect(engines()).toEqual([['javascript']])
    expect(kernels()).toEqual([[]])
  })

  it('a new worker fails if no engine works in it, and reports which one was tried last', async () => {
    const { selectEngine } = await fresh()
    const { worker } = workerWhere(() => false)
    await expect(selectEngine(worker, KEY_BYTES, null)).rejects.toMatchObject({
      message: 'No engine works',
      cause: new Error('javascript does not work'),
    })
  })

  it('a new worker gets the unrolled kernels, if those were faster, as soon as they are loaded', async () => {
    const { selectEngine, benchmarkEngines } = await fresh()
    const { worker, engines, kernels } = workerWhere(() => true)
    expect(await selectEngine(worker, KEY_BYTES, 'unrolled')).toBe('unrolled')
    await benchmarkEngines(workerWhere(() => true).worker, 'rolled')
    expect(await selectEngine(worker, KEY_BYTES, 'unrolled')).toBe('unrolled')
    expect(engines()).toEqual([['unrolled'], ['unrolled']])
    expect(kernels()).toEqual([['rolled-1'], ['rolled-1', ...COMMON].toSorted()])
  })

  it('a new worker does not fetch the unrolled kernels if others were faster', async () => {
    const { selectEngine } = await fresh()
    const { worker, engines } = workerWhere((engine) => engine === 'scalar')
    await selectEngine(worker, KEY_BYTES, 'rolled')
    await selectEngine(worker, KEY_BYTES, 'unrolled')
    expect(engines()).toEqual([['rolled'], ['scalar'], ['unrolled'], ['rolled'], ['scalar']])
    const kernels = new Set([
      ...kernelNamesFor('rolled', KEY_BYTES),
      ...kernelNamesFor('scalar', KEY_BYTES),
      ...COMMON,
    ])
    expect(fetched).toHaveBeenCalledTimes(kernels.size)
  })
})

describe('a worker that is measured', () => {
  it('measuring a worker compares the SIMD engines, with the unrolled kernels that most searches end with', async () => {
    const { benchmarkEngines } = await fresh()
    const { worker, asked, engines, kernels } = workerWhere(() => true)
    expect(await benchmarkEngines(worker, 'rolled')).toEqual({ engine: 'unrolled', rate: 1_000 })
    expect(engines()).toEqual([['unrolled', 'rolled']])
    expect(kernels()).toEqual([['rolled-1', ...COMMON].toSorted()])
    expect(asked[0]?.keyBytes).toBe(KEY_BYTES)
  })

  it('a measured worker continues with the engine that another worker has found to be the fastest', async () => {
    const { benchmarkEngines } = await fresh()
    const { worker, engines } = workerWhere(() => true)
    await benchmarkEngines(worker, 'rolled', 'rolled')
    expect(engines()).toEqual([['rolled']])
  })
})

describe('kernels', () => {
  const failing = async () => new Response('gone', { status: 404 })

  it('kernels are fetched and compiled once, however many workers ask for them', async () => {
    const { selectEngine } = await fresh()
    const { worker, asked } = workerWhere(() => true)
    await Promise.all([selectEngine(worker, KEY_BYTES, null), selectEngine(worker, KEY_BYTES, null)])
    const [one, other] = asked.map(({ modules }) => modules['rolled-1'])
    expect(one).toBeInstanceOf(WebAssembly.Module)
    expect(one).toBe(other)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('kernels are fetched again after a failed fetch, and a worker measures its only working engine with all of them', async () => {
    const { benchmarkEngines } = await fresh()
    const { worker, engines, kernels } = workerWhere(() => true)
    fetched.mockImplementationOnce(failing)
    await expect(benchmarkEngines(worker, 'scalar')).rejects.toThrow(/^scalar-\d+-1: 404$/)
    await benchmarkEngines(worker, 'scalar')
    expect(engines()).toEqual([['scalar']])
    expect(kernels()).toEqual([kernelNamesFor('scalar', KEY_BYTES).toSorted()])
  })

  it('a new worker does without unrolled kernels that cannot be fetched', async () => {
    const { selectEngine } = await fresh()
    const { worker, kernels } = workerWhere(() => true)
    await selectEngine(worker, KEY_BYTES, null)
    fetched.mockReset().mockImplementation(failing)
    expect(await selectEngine(worker, KEY_BYTES, 'unrolled')).toBe('unrolled')
    // A rejection that nothing handles fails the run.
    await new Promise((resolve) => setTimeout(resolve))
    expect(kernels()).toEqual([['rolled-1'], ['rolled-1']])
    expect(fetched).toHaveBeenCalledTimes(COMMON.length)
  })
})
