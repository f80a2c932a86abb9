import { expect, it } from 'vitest'
import {
  formatLike,
  formatShortRounded,
  formatWhole,
  parseWholeNumber,
} from '../../../../src/profiler/model/format.ts'

it.each([
  ['200', 200],
  ['２００', 200],
  [' 200 ', 200],
  ['10,000', 10_000],
  ['10、000', 10_000],
  ['10 000', 10_000],
  ['1,000,000', 1_000_000],
  ['', null],
  ['1,00', null],
  ['1.5', null],
  ['-5', null],
  ['200回', null],
])('the typed number %j is read as %j', (typed, number) => {
  expect(parseWholeNumber(typed)).toBe(number)
})

it.each([-0, -0.004, -0.4])('a number that rounds to zero has no sign: %s', (value) => {
  expect(formatWhole(value)).toBe('0')
})

it.each([
  [0.6, '0.6', '0.7'],
  [0.0412, '0.0412', '0.7310'],
  [3, '3.0', '0.7'],
  [1234.5, '1,235', '1'],
])('next to %d, the end of its interval has as many decimal places', (value, shown, end) => {
  expect([value, 0.731].map(formatLike([value], 1))).toEqual([shown, end])
})

it('figures side by side have the decimal places of the one that has most', () => {
  expect([2.5, 1.25].map(formatLike([2.5, 1.25], 0))).toEqual(['2.50', '1.25'])
  expect([0, 3].map(formatLike([0, 3], 0))).toEqual(['0', '3'])
  // None is known while a run begins.
  expect(formatLike([], 1)(3)).toBe('3')
})

it('a figure of a chart has at most four decimal places', () => {
  expect([0.00000246, 0.00026, 12.345, 11_700_000].map(formatShortRounded)).toEqual([
    '0',
    '0.0003',
    '12.3',
    '1170万',
  ])
})
