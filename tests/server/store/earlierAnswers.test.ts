import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import {
  FEEDBACK_TABLES,
  READ_ANSWERS,
  answersIn,
  countAnswer,
  preparedRun,
} from '../../../server/store/sql.ts'

const NOW = 1_790_000_000_000
const DAY = '2026-11-22'
const cell = {
  day: DAY,
  item: 'search_ban',
  verdict: 'affected',
  seen: 'seen',
  method: 'recent_search',
} as const

it('reads what was counted before viewers were told apart beside what is counted now', () => {
  const db = new DatabaseSync(':memory:')
  for (const table of FEEDBACK_TABLES) db.exec(table)
  const run = preparedRun(db)
  run(
    'INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)',
    DAY,
    'search_ban',
    'affected',
    'seen',
    'recent_search',
    4,
    NOW + 1,
  )
  const times = { cellMs: 10, ticketMs: 10, clientKeyMs: 10 }
  const answer = {
    cell: { ...cell, viewer: 'stranger' as const },
    ticket: 'a',
    clientKey: 'b',
    percent: 100,
    ...times,
  }
  expect(countAnswer(run, answer, NOW)).toBe('counted')
  expect(answersIn(run(READ_ANSWERS, DAY, DAY, NOW))).toEqual([
    { ...cell, viewer: 'stranger', count: 1 },
    { ...cell, viewer: 'unstated', count: 4 },
  ])
  expect(answersIn(run(READ_ANSWERS, DAY, DAY, NOW + 1))).toHaveLength(1)
  db.close()
})
