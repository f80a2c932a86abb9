import { expect, it } from 'vitest'
import { failedPosts } from '../../../src/posts/batch/batch.ts'
import { reasonOf } from '../../../src/results/posts.ts'

it('shows every URL of a failed batch as error 500', () => {
  const [post] = failedPosts(['a', 'b'])
  expect(failedPosts(['a', 'b'])).toHaveLength(2)
  expect(post).toEqual({ url: 'a', code: 500, status: 'error', message: 'Failed to check status' })
  expect(reasonOf({ url: 'a', ...post })).toBe('Failed to check status（500）')
})

it('says no more of a failure than is known', () => {
  const reason = (more: object) => reasonOf({ url: 'a', status: 'NOT_FOUND', ...more })
  expect(reason({ code: 503, message: 'busy' })).toBe('busy（503）')
  expect([reason({ code: 503 }), reason({ message: 'busy' })]).toEqual([reason({}), reason({})])
})

it('gives a reason for every error and for nothing else', () => {
  const reason = (status?: string) => reasonOf({ url: 'a', status, isPinned: undefined })
  expect([reason('AVAILABLE'), reason('FORBIDDEN'), reason('QUATE_FORBIDDEN')]).toEqual([null, null, null])
  const reasons = [reason('NOT_FOUND'), reason('INVALID_URL'), reason('UNKNOWN'), reason('<b>'), reason()]
  expect(reasons).not.toContain(null)
  expect(new Set(reasons).size).toBe(3)
})
