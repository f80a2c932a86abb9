import { expect, it } from 'vitest'
import {
  RECENT_MS,
  endpointFor,
  inOrder,
  latestOf,
  mostOf,
  windowsOf,
} from '../../../server/upstream/x/verdict/windows.ts'
import { idOf } from '../../contract/idOf.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
const sought = (...times: number[]) => times.map((time) => ({ id: idOf(time), versions: null }))
const sizes = (posts: ReturnType<typeof sought>, apart?: boolean) =>
  windowsOf(posts, apart).map(({ length }) => length)

it('knows the newest version of a post, and the post itself where no other is known', () => {
  expect(latestOf({ id: '1', versions: ['1', '2', '3'] })).toBe('3')
  expect(latestOf({ id: '1', versions: null })).toBe('1')
})

it('asks recent search for a post of a week less five minutes, and the whole index for older ones', () => {
  expect(endpointFor(idOf(NOW - RECENT_MS), NOW)).toBe('search')
  expect(endpointFor(idOf(NOW - RECENT_MS - 1), NOW)).toBe('search_all')
  expect(endpointFor('12', NOW)).toBe('search_all')
})

it('orders posts by their newest ids, as numbers', () => {
  const [edited, other] = [
    { id: '9', versions: ['9', '100'] },
    { id: '20', versions: null },
  ]
  expect(inOrder([edited, other])).toEqual([other, edited])
  expect(inOrder([other, edited])).toEqual([other, edited])
})

it('lets posts share a window that were made within a minute of each other', () => {
  expect(sizes(sought(NOW, NOW - MINUTE, NOW - 2 * MINUTE))).toEqual([3])
  expect(sizes(sought(NOW, NOW - MINUTE - 1))).toEqual([1, 1])
  expect(sizes(sought(NOW, NOW - MINUTE), true)).toEqual([1, 1])
  expect(windowsOf(sought(NOW, NOW - 1))).toEqual([sought(NOW - 1, NOW)])
})

it('fills no window with more than 80 posts', () => {
  const posts = sought(...Array.from({ length: 81 }, (_, index) => NOW + index))
  expect(sizes(posts)).toEqual([80, 1])
})

it('gives each post without a date a window of its own', () => {
  const undated = [
    { id: '12', versions: null },
    { id: '13', versions: null },
  ]
  expect(sizes([...undated, ...sought(NOW)])).toEqual([1, 1, 1])
  // The first id that holds a date lies where ids begin to do so.
  expect(sizes([{ id: '29700859246', versions: null }, ...sought(1_288_834_974_657 + 7082)])).toEqual([1, 1])
})

it('takes a fifth more posts than a window was asked for', () => {
  expect([1, 4, 5, 80].map((length) => mostOf(Array.from({ length })))).toEqual([1, 4, 6, 96])
})
