import { expect, it } from 'vitest'
import { hintsOf } from '../../../../src/posts/form/rowHint.ts'

const rowsOf = (...values: string[]) => values.map((value, id) => ({ id, value }))

it('marks what is not a post URL, and ignores empty rows', () => {
  const hints = hintsOf(rowsOf('https://x.com/a', '', '  ', 'https://x.com.evil.example/a/status/1', 'hello'))
  expect([...hints]).toEqual([
    [0, 'notPost'],
    [3, 'notPost'],
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
