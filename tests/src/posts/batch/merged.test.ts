import { expect, it } from 'vitest'
import type { Ticket } from '../../../../contract/feedback.ts'
import type { BatchAnswer } from '../../../../contract/wire.ts'
import { merged } from '../../../../src/posts/batch/batch.ts'

const post = (url: string, status: string) => ({ url, status })
const ticket = (word: string): Ticket => ({
  item: 'post:ok',
  verdict: 'clear',
  method: 'post_search',
  day: '2026-11-22',
  ticket: word,
})
const EARLIER: BatchAnswer = {
  results: [post('a', 'UNKNOWN'), post('b', 'AVAILABLE'), post('a', 'UNKNOWN'), post('c', 'UNKNOWN')],
  sessionId: 'earlier',
  keptDays: 30,
  agreement: [ticket('one')],
}
const LATER: BatchAnswer = {
  results: [post('c', 'FORBIDDEN'), post('a', 'AVAILABLE'), post('z', 'AVAILABLE')],
  sessionId: 'later',
  keptDays: 90,
  agreement: [ticket('two')],
}

it('has every row of the earlier answer in its place, with what the later one says of its URL', () => {
  expect(merged(EARLIER, LATER).results).toEqual([
    post('a', 'AVAILABLE'),
    post('b', 'AVAILABLE'),
    post('a', 'AVAILABLE'),
    post('c', 'FORBIDDEN'),
  ])
})

it('is where the later one was saved, for as long as that is kept, and keeps the tickets of both', () => {
  expect(merged(EARLIER, LATER)).toMatchObject({
    sessionId: 'later',
    keptDays: 90,
    agreement: [ticket('two'), ticket('one')],
  })
})

it('stays where the earlier one was saved if the later one was not', () => {
  const unsaved = { ...LATER, sessionId: '', keptDays: undefined, agreement: undefined }
  expect(merged(EARLIER, unsaved)).toMatchObject({
    sessionId: 'earlier',
    keptDays: 30,
    agreement: [ticket('one')],
  })
  expect(merged({ ...EARLIER, agreement: undefined }, unsaved).agreement).toEqual([])
})
