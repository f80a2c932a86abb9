import { describe, expect, it } from 'vitest'
import { createSlowness } from '../../../src/crypto/createSlowness.ts'

const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act)

describe('createSlowness', () => {
  it('tells a lane that runs below half its peers for a while', () => {
    const isSlow = createSlowness()
    expect(times(19, () => isSlow(400, [1_000, 900, 1_100]))).not.toContain(true)
    expect(isSlow(400, [1_000, 900, 1_100])).toBe(true)
  })

  it('forgives a lane that catches up', () => {
    const isSlow = createSlowness()
    times(19, () => isSlow(400, [1_000]))
    isSlow(600, [1_000])
    expect(isSlow(400, [1_000])).toBe(false)
  })

  it('says nothing of a lane without measured peers', () => {
    const isSlow = createSlowness()
    expect(times(30, () => isSlow(1, [null]))).not.toContain(true)
    expect(times(30, () => isSlow(null, [1_000]))).not.toContain(true)
  })
})
