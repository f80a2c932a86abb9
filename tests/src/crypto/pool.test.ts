import { describe, expect, it } from 'vitest'
import { detectTiers } from '../../../src/crypto/detectTiers.ts'
import { laneCount } from '../../../src/crypto/pool.ts'

describe('laneCount', () => {
  it('leaves one core to the page, but takes both of two, and never more than eight', () => {
    expect([1, 2, 3, 4, 5, 8, 9, 64].map(laneCount)).toEqual([1, 2, 2, 3, 4, 7, 8, 8])
  })

  it('takes two lanes where the number of cores is not told', () => {
    expect(laneCount(undefined)).toBe(2)
  })
})

describe('detectTiers', () => {
  it('finds four lanes in one register here, and ends with JavaScript', () => {
    expect(detectTiers()).toEqual(['rolled', 'scalar', 'javascript'])
  })
})
