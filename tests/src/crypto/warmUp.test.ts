import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { solves } from '../../workers/engine/solutions.ts'

const KEY = 'v'.repeat(48)

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.doUnmock('../../../workers/verify.ts')
})

describe('the verifier', () => {
  it('tells a counter that solves from one that does not', async () => {
    const { loadVerifier } = await import('../../../src/crypto/workerPool.ts')
    const verify = await loadVerifier()
    for (let counter = 0; counter < 100; counter++) {
      expect(await verify(KEY, counter, 1)).toBe(solves(KEY, counter, 1))
    }
  })

  it('is compiled before there is anything to verify, once, and again when that failed', async () => {
    const compile = vi.fn<() => Promise<boolean>>(async () => true)
    compile.mockRejectedValueOnce(new Error('no memory'))
    vi.doMock('../../../workers/verify.ts', () => ({ verify: compile }))
    const { loadVerifier } = await import('../../../src/crypto/workerPool.ts')
    await expect(loadVerifier()).rejects.toThrow('no memory')
    await Promise.all([loadVerifier(), loadVerifier()])
    await loadVerifier()
    expect(compile).toHaveBeenCalledTimes(2)
  })

  it('is ready when the warm-up is done, and its failure does not spoil that', async () => {
    const compile = vi.fn<() => Promise<boolean>>(() => Promise.reject(new Error('no memory')))
    vi.doMock('../../../workers/verify.ts', () => ({ verify: compile }))
    const { warmUp } = await import('../../../src/crypto/workerPool.ts')
    await expect(warmUp()).resolves.toBeUndefined()
    expect(compile).toHaveBeenCalledTimes(1)
  })
})
