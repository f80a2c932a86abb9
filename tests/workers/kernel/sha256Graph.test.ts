import { describe, expect, it } from 'vitest'
import { INITIAL_STATE, ROUND_CONSTANTS } from '../../../workers/kernel/sha256Graph.ts'

const hex = (words: Int32Array) => [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0'))

describe('the constants of FIPS 180-4', () => {
  it('begin and end as § 4.2.2 prints them', () => {
    const constants = hex(ROUND_CONSTANTS)
    expect(constants).toHaveLength(64)
    expect(constants.slice(0, 4)).toEqual(['428a2f98', '71374491', 'b5c0fbcf', 'e9b5dba5'])
    expect(constants.slice(-4)).toEqual(['90befffa', 'a4506ceb', 'bef9a3f7', 'c67178f2'])
  })

  it('are the initial hash value of § 5.3.3', () => {
    expect(hex(INITIAL_STATE).join(' ')).toBe(
      '6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19',
    )
  })
})
