import { describe, expect, it } from 'vitest'
import { slownessDetector } from '../../../src/crypto/workerPool.ts'

const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act)

describe('slownessDetector', () => {
  it('tells a lane that runs below half its peers for a while', () => {
    const isSlow = slownessDetector()
    expect(times(19, () => isSlow(400, [1_000, 900, 1_100]))).not.toContain(true)
    expect(isSlow(400, [1_000, 900, 1_100])).toBe(true)
  })

  it('takes the middle one of the peers that were measured, in whatever order they come', () => {
    const [isSlow, isSlowBesideOne, isHalf] = [slownessDetector(), slownessDetector(), slownessDetector()]
    expect(times(20, () => isSlow(400, [1_000, 100, 900])).at(-1)).toBe(true)
    expect(times(20, () => isSlowBesideOne(400, [null, null, 1_000])).at(-1)).toBe(true)
    expect(times(30, () => isHalf(500, [1_000]))).not.toContain(true)
  })

  it('forgives a lane that catches up', () => {
    const isSlow = slownessDetector()
    times(19, () => isSlow(400, [1_000]))
    isSlow(600, [1_000])
    expect(isSlow(400, [1_000])).toBe(false)
  })

  it('says nothing of a lane without measured peers', () => {
    const isSlow = slownessDetector()
    expect(times(30, () => isSlow(1, [null]))).not.toContain(true)
    expect(times(30, () => isSlow(null, [1_000]))).not.toContain(true)
  })
})
