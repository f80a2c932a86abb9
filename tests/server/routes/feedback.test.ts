import { expect, it } from 'vitest'
import { wilson } from '../../../contract/feedback.ts'
import { reportOf } from '../../../server/routes/feedback.ts'
import type { FeedbackCount } from '../../../server/store/Store.ts'

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22']
const counted = (count: number, more: Partial<FeedbackCount> = {}): FeedbackCount => ({
  day: '2026-11-20',
  item: 'search_ban',
  verdict: 'affected',
  seen: 'unseen',
  method: 'recent_search',
  viewer: 'unstated',
  count,
  ...more,
})
const tally = (agreed: number, answers: number) => ({ answers, agreed, ...wilson(agreed, answers) })

it('says from when to when, and names no item that nobody answered about', () => {
  expect(reportOf(DAYS, [])).toEqual({ from: '2026-11-20', to: '2026-11-22', items: [] })
})

it('adds up the days, and agreement where a clear item was seen and an affected one was not', () => {
  const { items } = reportOf(DAYS, [
    counted(3),
    counted(4, { day: '2026-11-22' }),
    counted(2, { seen: 'seen' }),
    counted(6, { verdict: 'clear', seen: 'seen' }),
    counted(1, { verdict: 'clear', seen: 'unseen' }),
  ])
  const [item] = items
  expect(items).toHaveLength(1)
  expect(item).toMatchObject({ item: 'search_ban', ...tally(13, 16) })
  expect(item?.verdicts).toHaveLength(2)
  expect(item?.verdicts).toEqual(
    expect.arrayContaining([
      { verdict: 'affected', ...tally(7, 9) },
      { verdict: 'clear', ...tally(6, 7) },
    ]),
  )
  const cell = (verdict: string, seen: string, count: number) => ({
    verdict,
    seen,
    method: 'recent_search',
    viewer: 'unstated',
    count,
  })
  expect(item?.counts).toEqual([
    cell('affected', 'unseen', 7),
    cell('affected', 'seen', 2),
    cell('clear', 'seen', 6),
    cell('clear', 'unseen', 1),
  ])
})

it('keeps items and methods apart, and names a verdict only where it was answered about', () => {
  const { items } = reportOf(DAYS, [
    counted(1, { item: 'post:excluded', method: 'post_search' }),
    counted(2, { item: 'post:excluded', method: 'unstated' }),
    counted(4, { verdict: 'clear' }),
  ])
  expect(items.map(({ item, answers, agreed }) => [item, answers, agreed]).sort()).toEqual([
    ['post:excluded', 3, 3],
    ['search_ban', 4, 0],
  ])
  for (const { item, verdicts, counts } of items) {
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([item === 'search_ban' ? 'clear' : 'affected'])
    expect(counts.map(({ method, count }) => [method, count])).toEqual(
      item === 'search_ban'
        ? [['recent_search', 4]]
        : [
            ['post_search', 1],
            ['unstated', 2],
          ],
    )
  }
})
