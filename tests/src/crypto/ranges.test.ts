import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRanges } from '../../../src/crypto/solve.ts'

describe('ranges', () => {
  it('cover every counter exactly once, in ascending order, whatever sizes are asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), (sizes) => {
        const ranges = createRanges(5_000)
        let next = 0
        for (let turn = 0; ; turn++) {
          const range = ranges.take(sizes[turn % sizes.length] ?? 1)
          if (!range) break
          expect(range.from).toBe(next)
          next += range.count
        }
        expect(next).toBe(5_000)
      }),
    )
  })

  it('hand a range that was given back out again, whole, before any new one', () => {
    const ranges = createRanges(100)
    const lost = ranges.take(10)
    ranges.take(10)
    if (lost) ranges.giveBack(lost)
    expect(ranges.take(3)).toEqual({ from: 0, count: 10 })
    expect(ranges.take(3)).toEqual({ from: 20, count: 3 })
  })

  it('end at ten million by themselves', () => {
    const ranges = createRanges()
    expect(ranges.take(20_000_000)).toEqual({ from: 0, count: 10_000_000 })
    expect(ranges.take(1)).toBeNull()
  })
})
