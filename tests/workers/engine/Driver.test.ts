import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupsOf, layoutOf } from '../../../workers/engine/Driver.ts'
import { VARYING_WORDS } from '../../../workers/kernel/Kernel.ts'

const keyBytes = fc.integer({ min: 0, max: 300 })
const digits = fc.integer({ min: 1, max: 7 })

describe('layoutOf', () => {
  it('keeps the varying digits in one word for which there is a kernel', () => {
    fc.assert(
      fc.property(keyBytes, digits, (keyBytes, digits) => {
        const { start, inner, suffix, blocks, word, shift, inSecond } = layoutOf(keyBytes, digits)
        const first = start + digits - suffix - inner
        const last = first + inner - 1
        expect(first >> 2).toBe(last >> 2)
        expect((last >> 2) - (inSecond ? 16 : 0)).toBe(word)
        expect(shift).toBe(8 * (3 - (last % 4)))
        expect(VARYING_WORDS[blocks] as readonly number[]).toContain(word)
      }),
    )
  })

  it('lets 1,000 counters or more vary for a key of 36 or 48 bytes and seven digits', () => {
    expect(layoutOf(36, 7)).toMatchObject({ word: 10, inner: 3, suffix: 0, blocks: 1 })
    expect(layoutOf(48, 7)).toMatchObject({ word: 13, inner: 3, suffix: 0, blocks: 1 })
    expect(layoutOf(48, 5)).toMatchObject({ word: 12, inner: 4, suffix: 1, blocks: 1 })
  })
})

describe('groupsOf', () => {
  it('tries every counter of a range exactly once', () => {
    fc.assert(
      fc.property(keyBytes, digits, fc.nat(), fc.nat({ max: 3_000 }), (keyBytes, digits, offset, count) => {
        const lowest = digits === 1 ? 0 : 10 ** (digits - 1)
        const from = lowest + (offset % (10 ** digits - lowest))
        const to = Math.min(10 ** digits, from + count)
        const layout = layoutOf(keyBytes, digits)
        const counters = [...groupsOf(layout, from, to)].flatMap((group) =>
          Array.from({ length: group.to - group.from }, (_, index) => {
            const m = group.from + index
            return (group.prefix * 10 ** layout.inner + m) * 10 ** layout.suffix + group.last
          }),
        )
        const expected = Array.from({ length: to - from }, (_, index) => from + index)
        expect(counters.sort((one, other) => one - other)).toEqual(expected)
      }),
    )
  })
})
