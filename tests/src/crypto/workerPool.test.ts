import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createAdaptiveChunkSize,
  ensureWorkers,
  createSlownessDetector,
} from '../../../src/crypto/workerPool.ts'
import type { PoolWorker } from '../../../src/crypto/workerPool.ts'
import { FRAGMENTS, decrypt } from '../../workers/decrypt.ts'
import { FakeWorker } from './FakeWorker.ts'

/** The module, with kernels that nothing has fetched yet. */
const fresh = async () => await import('../../../src/crypto/workerPool.ts')

function measuredChunkSize(rate: number) {
  const chunkSize = createAdaptiveChunkSize('rolled')
  chunkSize.measured(rate)
  return chunkSize
}

it('the rate of a worker that was not measured comes from its first chunk, which is shorter without a compiler', () => {
  const chunkSize = createAdaptiveChunkSize('rolled')
  expect(chunkSize.rate()).toBeNull()
  chunkSize.answered(chunkSize.next(), 16)
  expect(chunkSize.rate()).toBe(4_096)
  expect(chunkSize.next()).toBe(65_536)
  expect(createAdaptiveChunkSize('javascript').next()).toBe(8_192)
})

it('the rate of a worker does not count the time that messages take', () => {
  const chunkSize = measuredChunkSize(10_000)
  for (let chunk = 0; chunk < 50; chunk++) chunkSize.answered(100, 1 + (chunk % 2))
  expect(chunkSize.rate()).toBe(10_000)
})

it('the size of a worker’s chunks follows a worker that slows down, and is never zero', () => {
  const chunkSize = measuredChunkSize(10_000)
  for (let chunk = 0; chunk < 50; chunk++) chunkSize.answered(10, 1_000)
  expect(chunkSize.rate()).toBeLessThan(1)
  expect(chunkSize.next()).toBe(256)
})

describe('the pool', () => {
  it('the pool consists of the page alone if there are no workers, and is made when it is first used', () => {
    expect(typeof Worker).toBe('undefined')
    expect(ensureWorkers(0)).toHaveLength(0)
    expect(ensureWorkers()).toHaveLength(1)
  })

  it('the pool has as many workers as the device should have, and until then only those that were requested', () => {
    vi.stubGlobal('Worker', FakeWorker)
    vi.stubGlobal('navigator', { hardwareConcurrency: 5 })
    expect(ensureWorkers(2)).toHaveLength(2)
    const workers = ensureWorkers()
    expect(workers).toHaveLength(4)
    expect(ensureWorkers(1)).toBe(workers)
    expect(new Set(workers).size).toBe(4)
    vi.unstubAllGlobals()
  })
})

it.each([
  [1, 1],
  [2, 2],
  [3, 2],
  [9, 8],
  [64, 8],
  [undefined, 2],
])(
  'the pool leaves one core to the page, but uses both of two cores and two if the number is unknown, and never more than eight: %j',
  async (hardwareConcurrency, count) => {
    vi.stubGlobal('Worker', FakeWorker)
    vi.stubGlobal('navigator', { hardwareConcurrency })
    vi.resetModules()
    expect((await fresh()).ensureWorkers()).toHaveLength(count)
    vi.unstubAllGlobals()
  },
)

describe('a pool’s worker', () => {
  const KEY_BYTES = 48

  /** Whether a worker is the page's own: that one is not to be measured. */
  async function isPages({ remote }: PoolWorker) {
    const refusal = await (await remote).selectFastest({} as never).catch((error: unknown) => error)
    return refusal instanceof Error && refusal.message === 'Measuring would hold the page'
  }

  beforeEach(() => {
    FakeWorker.made.length = 0
    FakeWorker.selectFastest = () => ({ engine: 'rolled', rate: 1_000 })
    vi.resetModules()
    vi.stubGlobal('Worker', FakeWorker)
  })
  afterEach(() => void vi.unstubAllGlobals())

  describe('a worker that fails', () => {
    it('the page takes the place of a worker that cannot be made', async () => {
      vi.stubGlobal('Worker', function Blocked() {
        throw new DOMException('blocked', 'SecurityError')
      })
      const { createPoolWorker } = await fresh()
      expect(await isPages(createPoolWorker())).toBe(true)
    })

    it('a worker is replaced once, however many calls have failed with it', async () => {
      const { createPoolWorker, replaceWorker } = await fresh()
      const worker = createPoolWorker()
      const broken = worker.remote
      await Promise.all([replaceWorker(worker, broken), replaceWorker(worker, broken)])
      expect(worker.replaced).toBe(1)
      expect(FakeWorker.made).toHaveLength(2)
    })

    it('a worker that never started is replaced', async () => {
      const { createPoolWorker, replaceWorker } = await fresh()
      const worker = createPoolWorker()
      worker.remote = Promise.reject(new Error('not loaded'))
      await replaceWorker(worker, worker.remote)
      expect(await isPages(worker)).toBe(false)
    })
  })

  describe('a worker', () => {
    it('a worker is prepared once for keys of one length, and again for keys of another length with its known rate', async () => {
      const { createPoolWorker, ensureReady } = await fresh()
      const worker = createPoolWorker()
      const first = await ensureReady(worker, KEY_BYTES)
      expect(first).toMatchObject({ engine: 'rolled', keyBytes: KEY_BYTES })
      expect(await ensureReady(worker, KEY_BYTES)).toBe(first)
      first.chunkSize.measured(1_234)
      const other = await ensureReady(worker, 60)
      expect(other).not.toBe(first)
      expect(other.keyBytes).toBe(60)
      expect(other.chunkSize.rate()).toBe(1_234)
      expect(await ensureReady(worker, 60)).toBe(other)
    })

    it('a worker keeps the unrolled kernels for keys of another length if those were faster', async () => {
      const { createPoolWorker, ensureReady, benchmarkWorkers } = await fresh()
      FakeWorker.selectFastest = () => ({ engine: 'unrolled', rate: 1_000 })
      const worker = createPoolWorker()
      await benchmarkWorkers([worker])
      expect(await ensureReady(worker, KEY_BYTES)).toMatchObject({ engine: 'unrolled' })
      expect(await ensureReady(worker, 50)).toMatchObject({ engine: 'unrolled' })
    })

    it('a worker can be prepared after that has failed once', async () => {
      const { createPoolWorker, ensureReady, replaceWorker } = await fresh()
      const worker = createPoolWorker()
      await worker.remote
      FakeWorker.made[0]?.die()
      await expect(ensureReady(worker, KEY_BYTES)).rejects.toThrow('No engine works')
      await replaceWorker(worker, worker.remote)
      expect(await ensureReady(worker, KEY_BYTES)).toMatchObject({ engine: 'rolled' })
      worker.setup = Promise.reject(new Error('No engine works'))
      expect(await ensureReady(worker, KEY_BYTES)).toMatchObject({ engine: 'rolled' })
    })
  })

  describe('workers that are compared', () => {
    it('each worker is measured once, and the later ones only with the engine that was the fastest on the first', async () => {
      const { createPoolWorker, benchmarkWorkers } = await fresh()
      const asked: (readonly string[])[] = []
      FakeWorker.selectFastest = ({ engines }, { number }) => {
        asked.push(engines)
        return { engine: 'unrolled', rate: 1_000 * number }
      }
      const workers = [createPoolWorker(), createPoolWorker()]
      await benchmarkWorkers(workers)
      await benchmarkWorkers(workers)
      expect(asked).toEqual([['unrolled', 'rolled'], ['unrolled']])
      const setup = await Promise.all(workers.map(({ setup }) => setup))
      expect(setup.map((each) => [each?.engine, each?.chunkSize.rate()])).toEqual([
        ['unrolled', 1_000],
        ['unrolled', 2_000],
      ])
    })

    it('the other workers are prepared, and leave the cores to the first one while it measures the engines', async () => {
      const { createPoolWorker, benchmarkWorkers } = await fresh()
      const log: string[] = []
      const workers = [createPoolWorker(), createPoolWorker(), createPoolWorker()]
      FakeWorker.selectFastest = async (_, { number }) => {
        log.push(`${number} begins, ${workers.filter(({ setup }) => setup).length} are made ready`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        log.push(`${number} is done`)
        return { engine: 'rolled', rate: 1_000 }
      }
      await benchmarkWorkers(workers)
      expect(log.slice(0, 2)).toEqual(['1 begins, 3 are made ready', '1 is done'])
      expect(log).toHaveLength(6)
    })
  })
})

const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act)

it('a worker counts as slow after running below half the rate of its peers for a while, and no longer once it catches up', () => {
  const isSlow = createSlownessDetector()
  expect(times(19, () => isSlow(400, [1_000, 900, 1_100]))).not.toContain(true)
  expect(isSlow(400, [1_000, 900, 1_100])).toBe(true)
  isSlow(600, [1_000])
  expect(isSlow(400, [1_000])).toBe(false)
})

it('the rate of the peers is the median of those that were measured, in any order', () => {
  const [isSlow, isSlowBesideOne, isHalf] = [
    createSlownessDetector(),
    createSlownessDetector(),
    createSlownessDetector(),
  ]
  expect(times(20, () => isSlow(400, [1_000, 100, 900])).at(-1)).toBe(true)
  expect(times(20, () => isSlowBesideOne(400, [null, null, 1_000])).at(-1)).toBe(true)
  expect(times(30, () => isHalf(500, [1_000]))).not.toContain(true)
})

it('no worker counts as slow without measured peers', () => {
  const isSlow = createSlownessDetector()
  expect(times(30, () => isSlow(1, [null]))).not.toContain(true)
  expect(times(30, () => isSlow(null, [1_000]))).not.toContain(true)
})

describe('a text that is encrypted', () => {
  beforeEach(() => {
    FakeWorker.made.length = 0
    vi.resetModules()
    vi.stubGlobal('Worker', FakeWorker)
    for (const [index, fragment] of FRAGMENTS.entries()) vi.stubEnv(`VITE_ENC_KEY_${index + 1}`, fragment)
  })
  afterEach(() => {
    vi.doUnmock('../../../src/crypto/searchWorker.ts')
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  it('an encryption moves to another worker if the first one dies, and to the page if that one dies too', async () => {
    const { encryptInWorker } = await fresh()
    const asked: number[] = []
    FakeWorker.encrypt = (_, worker) => {
      asked.push(worker.number)
      queueMicrotask(() => worker.die())
      return new Promise(() => undefined)
    }
    expect(decrypt(await encryptInWorker('203.0.113.7'))).toBe('203.0.113.7')
    expect(asked).toEqual([1, 2])
    expect(FakeWorker.made.map(({ terminated }) => terminated)).toEqual([true, true])
  })

  it('an encryption is given up after three tries', async () => {
    const encrypt = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('broken')))
    vi.doMock('../../../src/crypto/searchWorker.ts', () => ({
      createSearchWorker: () => ({ encrypt, close() {} }),
      createPageWorker: async () => ({ encrypt, close() {} }),
    }))
    const { encryptInWorker } = await fresh()
    await expect(encryptInWorker('203.0.113.7')).rejects.toThrow('broken')
    expect(encrypt).toHaveBeenCalledTimes(3)
  })
})

describe('the verifier', () => {
  beforeEach(() => void vi.resetModules())
  afterEach(() => void vi.doUnmock('../../../workers/verify.ts'))

  it('the verifier is ready when the warm-up is done, and its failure does not make the warm-up fail', async () => {
    const compile = vi.fn<() => Promise<boolean>>(() => Promise.reject(new Error('no memory')))
    vi.doMock('../../../workers/verify.ts', () => ({ verify: compile }))
    const { warmUpWorker } = await import('../../../src/crypto/workerPool.ts')
    await expect(warmUpWorker()).resolves.toBeUndefined()
    expect(compile).toHaveBeenCalledTimes(1)
  })
})
