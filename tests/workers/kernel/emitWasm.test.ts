import { describe, expect, it } from 'vitest'
import { signed, unsigned } from '../../../workers/kernel/emitWasm.ts'

describe('LEB128', () => {
  it('writes the examples of the standard', () => {
    expect(unsigned(624_485)).toEqual([0xe5, 0x8e, 0x26])
    expect(signed(-123_456)).toEqual([0xc0, 0xbb, 0x78])
  })

  it('takes one byte up to 127, and for signed numbers from -64 to 63', () => {
    expect([unsigned(0), unsigned(127), unsigned(128)]).toEqual([[0], [0x7f], [0x80, 0x01]])
    expect([signed(63), signed(64), signed(-64), signed(-65)]).toEqual([
      [0x3f],
      [0xc0, 0x00],
      [0x40],
      [0xbf, 0x7f],
    ])
  })
})
