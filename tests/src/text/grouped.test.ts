import { assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { grouped } from '../../../src/text/japanese.ts'

it('groups numbers as Japanese readers know them', () => {
  const platform = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 2 })
  const numbers = property(
    integer({ min: 0, max: 10 ** 12 }),
    integer({ min: 0, max: 99 }),
    (whole, cents) => {
      const value = Number(`${whole}.${cents}`)
      expect(grouped(value)).toBe(platform.format(value))
    },
  )
  expect(() => assert(numbers)).not.toThrow()
})
