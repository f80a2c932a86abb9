import { expect, it } from 'vitest'
import { lookedAt } from '../../../../src/results/changes.ts'

it('counts the posts of every group once', () => {
  expect(lookedAt({ ok: 1, excluded: 2, quote: 4, restricted: 8, unsearched: 16, error: 32 })).toBe(63)
})
