import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Stage } from '../../../src/check/deadlines.ts'
import { pacedStages } from '../../../src/check/proof.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const shown: Stage[] = []
  return { shown, ...pacedStages((stage) => shown.push(stage)) }
}
const solving = (attempts: number): Stage => ({ name: 'pow', difficulty: 5, attempts, attemptsPerSecond: 1 })

it('shows no stage that is over at once, and the one that lasts', () => {
  const { shown, report } = watched()
  report({ name: 'challenge' })
  vi.advanceTimersByTime(200)
  report(solving(0))
  vi.advanceTimersByTime(200)
  report({ name: 'server' })
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(shown).toEqual([{ name: 'server' }])
})

it('shows the newest figures of a stage that lasts, and new ones as they come', () => {
  const { shown, report } = watched()
  report(solving(0))
  vi.advanceTimersByTime(250)
  report(solving(1_000))
  vi.advanceTimersByTime(50)
  expect(shown).toEqual([solving(1_000)])
  report(solving(2_000))
  expect(shown.at(-1)).toEqual(solving(2_000))
})

it('goes on to the next stage after one that was shown, with the same patience', () => {
  const { shown, report } = watched()
  report(solving(0))
  vi.advanceTimersByTime(300)
  report({ name: 'server' })
  vi.advanceTimersByTime(299)
  expect(shown).toEqual([solving(0)])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([solving(0), { name: 'server' }])
})

it('shows nothing once the check is at its end', () => {
  const { shown, report, end } = watched()
  report({ name: 'server' })
  end()
  vi.advanceTimersByTime(1_000)
  expect(shown).toEqual([])
})
