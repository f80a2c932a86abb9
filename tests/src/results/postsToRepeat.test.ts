import { expect, it } from 'vitest'
import { UNSEARCHED_REASONS } from '../../../contract/evidence.ts'
import { failedCount, postsToRepeat } from '../../../src/results/posts.ts'

const unsearched = UNSEARCHED_REASONS.map((reason) => ({
  url: reason,
  status: 'UNSEARCHED',
  evidence: { visible: true, found: null, reason },
}))
const post = (status: string) => ({ url: status, status })

it('repeats posts of which search may answer at once, and errors that may pass, in their order', () => {
  const found = { ...post('AVAILABLE'), evidence: { visible: true, found: true, reason: null } }
  const untold = { ...post('UNSEARCHED'), evidence: { visible: true, found: null, reason: null } }
  const posts = [found, ...unsearched, untold, post('UNKNOWN'), post('NOT_FOUND'), post('who knows')]
  expect(postsToRepeat(posts).map(({ url }) => url)).toEqual([
    'queue',
    'no_control',
    'failed',
    'limited',
    'UNKNOWN',
    'who knows',
  ])
})

it('repeats no post that was judged, whatever a server says beside it', () => {
  const evidence = { visible: true, found: false, reason: 'failed' } as const
  expect(postsToRepeat([{ ...post('FORBIDDEN'), evidence }])).toEqual([])
  expect(postsToRepeat([post('UNSEARCHED')])).toEqual([])
})

it('counts as failed the errors that another check may judge, not what was left unsearched', () => {
  expect(
    failedCount([...unsearched, post('UNKNOWN'), post('NOT_FOUND'), post('INVALID_URL'), post('error')]),
  ).toBe(2)
  expect(failedCount([])).toBe(0)
})
