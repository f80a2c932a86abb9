import { expect, it } from 'vitest'
import { endOfJapanDay, japanDay } from '../../contract/dates.ts'

it('begins a day at midnight in Japan', () => {
  expect(japanDay(Date.parse('2026-11-21T14:59:59.999Z'))).toBe('2026-11-21')
  expect(japanDay(Date.parse('2026-11-21T15:00:00Z'))).toBe('2026-11-22')
  expect(endOfJapanDay('2026-11-21')).toBe(Date.parse('2026-11-21T15:00:00Z'))
})
