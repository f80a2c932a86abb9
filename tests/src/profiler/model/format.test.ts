import { expect, it } from 'vitest'
import { readWhole } from '../../../../src/profiler/model/format.ts'

it.each([
  ['200', 200],
  ['２００', 200],
  [' 200 ', 200],
  ['10,000', 10_000],
  ['１０，０００', 10_000],
  ['10、000', 10_000],
  ['10 000', 10_000],
  ['1,000,000', 1_000_000],
  ['', null],
  ['1,00', null],
  ['10,00,000', null],
  ['1.5', null],
  ['-5', null],
  ['1e3', null],
  ['二百', null],
  ['200回', null],
])('reads %j, as people type a number, as %j', (typed, number) => {
  expect(readWhole(typed)).toBe(number)
})
