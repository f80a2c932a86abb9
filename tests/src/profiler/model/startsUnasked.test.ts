import { expect, it } from 'vitest'
import { startsUnasked } from '../../../../src/profiler/model/estimate.ts'
import { settingsFrom } from '../../../../src/profiler/model/settings.ts'

function startsFrom(query: string): boolean {
  return startsUnasked(settingsFrom(new URLSearchParams(query), 8))
}

it('starts a run of seconds by itself', () => {
  expect(startsFrom('')).toBe(true)
  expect(startsFrom('difficulty=3&trials=2000&engine=rolled')).toBe(true)
})

it.each([
  'difficulty=6&trials=10000',
  'difficulty=5&trials=1000&lanes=1',
  'difficulty=4&trials=1000&engine=subtle&lanes=1',
  'difficulty=0&trials=10000&pool=cold',
])('asks before the minutes of work of %s', (query) => {
  expect(startsFrom(query)).toBe(false)
})
