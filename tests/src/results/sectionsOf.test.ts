import { expect, it } from 'vitest'
import type { Group } from '../../../contract/outcomes.ts'
import { foldedFrom, sectionsOf } from '../../../src/results/posts.ts'

const post = (status: string, id: bigint | string = 'same') => ({
  url: `https://x.com/a/status/${id}`,
  status,
})
const DAY = 86_400_000n << 22n
const FIRST = 1_990_000_000_000_000_000n
const none: ReadonlySet<Group> = new Set()

it('puts excluded posts into a section of their own, first, and keeps every post in its place in its section', () => {
  const statuses = ['AVAILABLE', 'FORBIDDEN', 'UNKNOWN', 'FORBIDDEN', 'QUATE_FORBIDDEN']
  const sections = sectionsOf(
    statuses.map((status) => post(status)),
    'given',
  )
  expect(sections.map(({ kind, rows }) => [kind, rows.map(({ id }) => id)])).toEqual([
    ['excluded', [1, 3]],
    ['others', [0, 2, 4]],
  ])
})

it('has one section where nothing, or everything, is excluded, and none without posts', () => {
  const kinds = (...statuses: string[]) =>
    sectionsOf(
      statuses.map((status) => post(status)),
      'given',
    ).map(({ kind }) => kind)
  expect(kinds('AVAILABLE', 'UNKNOWN')).toEqual(['all'])
  expect(kinds('FORBIDDEN')).toEqual(['excluded'])
  expect(kinds()).toEqual([])
})

it('orders an account by the dates of its posts, newest first, and posts without a date last', () => {
  const posts = [
    post('AVAILABLE', 'nothing'),
    post('AVAILABLE', FIRST - DAY),
    post('AVAILABLE', FIRST),
    post('AVAILABLE', FIRST - 2n * DAY),
  ]
  const order = (how: 'given' | 'newest') => sectionsOf(posts, how)[0]?.rows.map(({ id }) => id)
  expect(order('newest')).toEqual([2, 1, 3, 0])
  expect(order('given')).toEqual([0, 1, 2, 3])
})

it('folds what comes after the first ten rows that are not filtered', () => {
  const rows = (count: number) =>
    sectionsOf(
      Array.from({ length: count }, (_, index) => post(index % 2 ? 'AVAILABLE' : 'UNKNOWN')),
      'given',
    )[0]?.rows ?? []
  expect(foldedFrom(rows(10), none)).toBe(10)
  expect(foldedFrom(rows(11), none)).toBe(10)
  expect(foldedFrom(rows(20), new Set<Group>(['ok']))).toBe(20)
  expect(foldedFrom(rows(24), new Set<Group>(['ok']))).toBe(20)
  expect(foldedFrom(rows(24), new Set<Group>(['ok', 'error']))).toBe(24)
})
