import { expect, it } from 'vitest'
import { loggedBatchOf } from '../../../../src/posts/batch/batch.ts'

const AT = Date.UTC(2026, 10, 22)
const DAY = 86_400_000
const answer = {
  results: ['AVAILABLE', 'NOT_FOUND', 'UNKNOWN', 'UNKNOWN'].map((status) => ({ url: 'a', status })),
  sessionId: 'A_-bcdefghijklmnopqr01',
  keptDays: 90,
  agreement: [],
}

it('keeps the counts, what may be judged next time, and where the server has the batch for how long', () => {
  expect(loggedBatchOf(answer, AT, true)).toEqual({
    at: AT,
    sandbox: true,
    counts: { ok: 1, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 3 },
    failed: 2,
    sessionId: answer.sessionId,
    keptUntil: AT + 90 * DAY,
  })
  expect(loggedBatchOf(answer, AT, false).sandbox).toBe(false)
})

it('knows no end for a batch that the server has not saved, or does not say how long it keeps', () => {
  expect(loggedBatchOf({ ...answer, sessionId: '' }, AT, false)).toMatchObject({
    sessionId: '',
    keptUntil: null,
  })
  expect(loggedBatchOf({ ...answer, keptDays: undefined }, AT, false).keptUntil).toBeNull()
  expect(loggedBatchOf({ ...answer, keptDays: 0 }, AT, false).keptUntil).toBe(AT)
})
