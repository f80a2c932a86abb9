import { assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grouped, shortSpan, shortTime, tableTime } from '../../../src/text/japanese.ts'

describe('grouped', () => {
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
})

describe('japanTime', () => {
  const NOW = Date.UTC(2026, 10, 22, 6)

  it('shows a moment as a clock in Japan does, without the year when it is this one', () => {
    expect(shortTime(Date.UTC(2026, 10, 14, 10, 12), NOW)).toBe('11月14日 19:12')
    expect(shortTime(Date.UTC(2025, 10, 14, 10, 12), NOW)).toBe('2025年11月14日 19:12')
  })

  it('takes the year from the clock in Japan, where it begins nine hours earlier', () => {
    const newYear = Date.UTC(2026, 11, 31, 15)
    expect(shortTime(newYear, newYear)).toBe('1月1日 00:00')
    expect(shortTime(newYear, newYear - 60_000)).toBe('2027年1月1日 00:00')
    expect(shortTime(newYear - 60_000, newYear)).toBe('2026年12月31日 23:59')
  })

  it('shows a span of time as short as it can be', () => {
    const from = Date.UTC(2026, 10, 14, 10, 12)
    expect(shortSpan(from, from + 59_000, NOW)).toBe('11月14日 19:12')
    expect(shortSpan(from, from + 120_000, NOW)).toBe('11月14日 19:12〜19:14')
    expect(shortSpan(from, from + 86_400_000, NOW)).toBe('11月14日 19:12〜11月15日 19:12')
  })

  it('writes a moment for a spreadsheet', () => {
    expect(tableTime(Date.UTC(2025, 9, 19, 19, 56, 59))).toBe('2025-10-20 04:56')
  })
})
