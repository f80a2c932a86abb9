import { expect, it } from 'vitest'
import type { PostEvidence } from '../../../contract/evidence.ts'
import { hasContent, rowOf } from '../../../src/results/posts.ts'

const URL_OF_POST = 'https://x.com/a/status/1980000000000000000'
const UNTOLD: PostEvidence = { visible: null, found: null, reason: null }
const asks = (status: string, evidence?: PostEvidence, url = URL_OF_POST) =>
  hasContent(rowOf({ url, status, ...(evidence && { evidence }) }, 0))

it.each([
  ['AVAILABLE', true],
  ['FORBIDDEN', true],
  ['QUATE_FORBIDDEN', true],
  ['UNSEARCHED', true],
  ['RESTRICTED', false],
  ['NOT_FOUND', false],
  ['UNKNOWN', false],
  ['INVALID_URL', false],
  ['error', false],
])('has a preview asked for of a post that is %s: %s', (status, expected) => {
  expect(asks(status)).toBe(expected)
})

it('asks for none of a post that X does not show, and for one where X did not say', () => {
  const excluded = { ...UNTOLD, found: false }
  expect(asks('FORBIDDEN', { ...excluded, visible: false })).toBe(false)
  expect(asks('FORBIDDEN', { ...excluded, visible: true })).toBe(true)
  expect(asks('FORBIDDEN', excluded)).toBe(true)
  expect(asks('RESTRICTED', { ...UNTOLD, visible: true })).toBe(false)
})

it('asks for none of what is no post', () => {
  expect(asks('AVAILABLE', undefined, 'https://x.com/a')).toBe(false)
})
