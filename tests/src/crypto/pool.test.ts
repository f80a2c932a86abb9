import { afterEach, describe, expect, it, vi } from 'vitest'
import { detectTiers } from '../../../src/crypto/detectTiers.ts'
import { isCold, laneCount, pool } from '../../../src/crypto/workerPool.ts'
import { FakeWorker } from './FakeWorker.ts'

describe('laneCount', () => {
  it('leaves one core to the page, but takes both of two, and never more than eight', () => {
    expect([1, 2, 3, 4, 5, 8, 9, 64].map(laneCount)).toEqual([1, 2, 2, 3, 4, 7, 8, 8])
  })

  it('takes two lanes where the number of cores is not told', () => {
    expect(laneCount(undefined)).toBe(2)
  })
})

describe('the pool', () => {
  it('is the page alone where there are no workers, and made when it is first asked for', () => {
    expect(typeof Worker).toBe('undefined')
    expect(isCold()).toBe(true)
    expect(pool(0)).toHaveLength(0)
    expect(pool()).toHaveLength(1)
    expect(isCold()).toBe(false)
  })

  it('has as many seats as the device gets lanes, and only those that were asked for until then', () => {
    vi.stubGlobal('Worker', FakeWorker)
    vi.stubGlobal('navigator', { hardwareConcurrency: 5 })
    expect(pool(2)).toHaveLength(2)
    const seats = pool()
    expect(seats).toHaveLength(4)
    expect(pool(1)).toBe(seats)
    expect(new Set(seats).size).toBe(4)
    vi.unstubAllGlobals()
  })
})

describe('detectTiers', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('finds four lanes in one register here, and ends with JavaScript', () => {
    expect(detectTiers()).toEqual(['rolled', 'scalar', 'javascript'])
  })

  it('leaves SIMD out where modules with vectors are not valid', () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false)
    expect(detectTiers()).toEqual(['scalar', 'javascript'])
  })

  it('has nothing but JavaScript where there is no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined)
    expect(detectTiers()).toEqual(['javascript'])
  })
})
