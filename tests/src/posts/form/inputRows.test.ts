import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import {
  START,
  readRows,
  readUrls,
  rowsWith,
  spread,
  urlsOf,
  withAdded,
  withValue,
  without,
} from '../../../../src/posts/form/rows.ts'
import type { InputRows } from '../../../../src/posts/form/rows.ts'

afterEach(() => {
  vi.useRealTimers()
})

const rows: InputRows = [
  { id: 1, value: 'a' },
  { id: 2, value: '' },
  { id: 3, value: 'c' },
]
const values = (rows: InputRows) => rows.map((row) => row.value)
const ids = (rows: InputRows) => rows.map((row) => row.id)

it('gives added rows ids of their own, also within one millisecond', () => {
  const before = Date.now()
  let grown = START
  for (let count = 0; count < 50; count++) grown = withAdded(grown, ['', ''])
  expect(new Set(ids(grown)).size).toBe(101)
  expect(grown.at(-1)?.id).toBeGreaterThanOrEqual(before)
})

it('gives an added row the time it was added for an id, or the next one behind the latest row', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  expect(ids(withAdded(START, ['a', 'b']))).toEqual([0, 1000, 1001])
  expect(ids(withAdded([{ id: 999, value: '' }], ['a']))).toEqual([999, 1000])
  expect(ids(withAdded([{ id: 1000, value: '' }], ['a']))).toEqual([1000, 1001])
  expect(
    ids(
      withAdded(
        [
          { id: 5000, value: '' },
          { id: 3, value: '' },
        ],
        ['a'],
      ),
    ),
  ).toEqual([5000, 3, 5001])
})

it('adds rows at the end, or behind the row that is named, or at the end where there is none', () => {
  expect(values(withAdded(rows, ['x', 'y']))).toEqual(['a', '', 'c', 'x', 'y'])
  expect(values(withAdded(rows, ['x', 'y'], 1))).toEqual(['a', 'x', 'y', '', 'c'])
  expect(values(withAdded(rows, ['x'], 3))).toEqual(['a', '', 'c', 'x'])
  expect(values(withAdded(rows, ['x'], 99))).toEqual(['a', '', 'c', 'x'])
})

it('changes the value of one row, and leaves the others and the given rows alone', () => {
  expect(withValue(rows, 2, 'b')).toEqual([rows[0], { id: 2, value: 'b' }, rows[2]])
  expect(withValue(rows, 99, 'b')).toEqual(rows)
  expect(values(rows)).toEqual(['a', '', 'c'])
})

it('makes a row of each URL, with ids of their own', () => {
  expect(rowsWith(['a', 'b'])).toEqual([
    { id: 0, value: 'a' },
    { id: 1, value: 'b' },
  ])
})

it('keeps the ids of the other rows when one is taken away, and keeps the last row', () => {
  expect(ids(without(rows, 2))).toEqual([1, 3])
  expect(ids(without(rows.slice(0, 2), 2))).toEqual([1])
  expect(without(START, 0)).toBe(START)
})

it('spreads URLs from the row they were put into, over empty rows, before the rows that follow', () => {
  const filled = spread([...rows, { id: 4, value: ' ' }], 2, ['x', 'y', 'z'])
  expect(values(filled)).toEqual(['a', 'x', 'y', 'z', 'c'])
  expect(ids(filled).slice(0, 2)).toEqual([1, 2])
  expect(new Set(ids(filled)).size).toBe(5)
})

it('sends what is left after trimming', () => {
  expect(urlsOf([{ id: 1, value: '  a\t' }, { id: 2, value: ' 　' }, ...rows])).toEqual(['a', 'a', 'c'])
})

it('reads rows back as they were stored', () => {
  expect(readRows(JSON.parse(JSON.stringify(rows)))).toEqual(rows)
})

it.each([
  ['nothing', undefined],
  ['no rows', []],
  ['a string', 'rows'],
  ['a missing value', [{ id: 1 }]],
  ['an id that is no number', [{ id: '1', value: '' }]],
  ['an id that is no whole number', [{ id: 1.5, value: '' }]],
  ['an id beyond what counts exactly', [{ id: 2 ** 53, value: '' }]],
  ['a value that is no text', [{ id: 1, value: 5 }]],
  ['an object', { length: 1 }],
])('reads no rows and no URLs from %s', (_, stored) => {
  expect(readRows(stored)).toBeNull()
  expect(readUrls(stored)).toBeNull()
})

it('reads URLs back as they were stored, and none where one of them is no text', () => {
  expect(readUrls(['a', ''])).toEqual(['a', ''])
  expect(readUrls(['a', 5])).toBeNull()
})

it('makes ids that are stored twice unique', () => {
  const twice = readRows([
    { id: 7, value: 'a' },
    { id: 7, value: 'b' },
  ])
  expect(new Set(ids(twice ?? [])).size).toBe(2)
  expect(values(twice ?? [])).toEqual(['a', 'b'])
})

it('reads any stored JSON without throwing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      const read = readRows(stored)
      expect(read === null || read.length > 0).toBe(true)
      expect(readUrls(stored)?.length).not.toBe(0)
    }),
  )
})
