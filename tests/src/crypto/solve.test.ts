import { afterEach, describe, expect, it, vi } from 'vitest'
import { solve } from '../../../src/crypto/solve.ts'
import { solves } from '../../workers/engine/solutions.ts'

const { signal } = new AbortController()

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('solve on the page, where there are no workers', () => {
  it('finds a counter for keys of several lengths', async () => {
    for (const key of ['x'.repeat(48), 'y'.repeat(36), 'z'.repeat(60), '']) {
      expect(solves(key, await solve(key, 3, { signal }), 3)).toBe(true)
    }
  })

  it('finds one without kernels to be had', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('blocked')))
    const key = 'q'.repeat(20)
    expect(solves(key, await solve(key, 3, { signal }), 3)).toBe(true)
  })

  it('stops when it is aborted', async () => {
    const controller = new AbortController()
    const solving = solve('a', 64, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(solving).rejects.toThrow('enough')
  })
})
