import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfJapanDay, japanDay, snowflakeDate } from '../../contract/dates.ts'

describe('japanDay', () => {
  it('begins a day at midnight in Japan', () => {
    expect(japanDay(Date.parse('2026-11-21T14:59:59.999Z'))).toBe('2026-11-21')
    expect(japanDay(Date.parse('2026-11-21T15:00:00Z'))).toBe('2026-11-22')
    expect(endOfJapanDay('2026-11-21')).toBe(Date.parse('2026-11-21T15:00:00Z'))
  })
})

describe('snowflakeDate', () => {
  describe('the date of a post', () => {
    it.each([
      ['20', null],
      ['29700859246', null],
      ['29700859247', '2010-11-04T01:43:01.738Z'],
      ['1212092628029698048', '2019-12-31T19:26:16.771Z'],
      ['1460323737035677698', '2021-11-15T19:08:05.190Z'],
    ])('is read from the id %s', (id, expected) => {
      expect(snowflakeDate(id)?.toISOString().slice(0, 19)).toBe(expected?.slice(0, 19))
    })

    it.each(['', ' ', '1.5', '-1', '1e3', '0x10', '１２', '1'.repeat(20), 'abc'])('is null for %j', (id) => {
      expect(snowflakeDate(id)).toBeNull()
    })

    it('is exact to the millisecond, whatever the low bits are', () => {
      const ms = fc.integer({ min: 1_288_834_974_657 + 7100, max: 2_199_000_000_000 })
      fc.assert(
        fc.property(ms, fc.integer({ min: 0, max: 2 ** 22 - 1 }), (ms, low) => {
          const id = (BigInt(ms - 1_288_834_974_657) << 22n) + BigInt(low)
          expect(snowflakeDate(String(id))?.getTime()).toBe(ms)
        }),
      )
    })
  })
})
