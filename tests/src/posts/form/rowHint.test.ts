import { expect, it } from 'vitest'
import { hintsOf } from '../../../../src/posts/form/rows.ts'

const rowsOf = (...values: string[]) => values.map((value, id) => ({ id, value }))

it('marks what is not a post URL, and ignores empty rows', () => {
  const hints = hintsOf(rowsOf('https://x.com/a', '', '  ', 'https://x.com.evil.example/a/status/1', 'hello'))
  expect([...hints]).toEqual([
    [0, 'account'],
    [3, 'elsewhere'],
    [4, 'notPost'],
  ])
})

it('marks a post that an earlier row holds already, however it is written', () => {
  const hints = hintsOf(
    rowsOf(
      'https://x.com/a/status/1',
      'twitter.com/other_name/status/1/photo/2?s=20',
      'https://x.com/a/status/2',
      ' https://x.com/i/web/status/1 ',
    ),
  )
  expect([...hints]).toEqual([
    [1, 'duplicate'],
    [3, 'duplicate'],
  ])
})

it('marks no mistake twice for a repetition, and forgets what was said of other rows', () => {
  expect([...hintsOf(rowsOf('hello', 'hello'))]).toEqual([
    [0, 'notPost'],
    [1, 'notPost'],
  ])
  expect(hintsOf(rowsOf('https://x.com/a/status/1')).size).toBe(0)
  expect(hintsOf(rowsOf('https://x.com/a/status/1')).size).toBe(0)
})

it.each([
  ['https://t.co/AbC123', 'shortLink'],
  ['t.co/AbC123', 'shortLink'],
  ['https://x.com/some_name', 'account'],
  ['x.com/some_name/', 'account'],
  ['https://x.com/search?q=cat', 'notPost'],
  ['https://x.com', 'notPost'],
  ['https://not-t.co/AbC123', 'elsewhere'],
  ['www.example.com', 'elsewhere'],
  ['@some_name', 'account'],
  ['名前(@some_name)さん / X', 'account'],
  ['名前（＠some_name）さん / X', 'account'],
  ['na@me', 'notPost'],
  ['some_name', 'notPost'],
  ['＠some_name', 'account'],
  [' @some_name ', 'account'],
  ['@a_name_of_16_ch_', 'notPost'],
  ['@', 'notPost'],
  ['  https://t.co/AbC123', 'shortLink'],
] as const)('says of %s what it seems to be', (value, hint) => {
  expect(hintsOf(rowsOf(value)).get(0)).toBe(hint)
})
