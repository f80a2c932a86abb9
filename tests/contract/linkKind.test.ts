import { expect, it } from 'vitest'
import { linkKind } from '../../contract/names.ts'

it.each([
  ['https://t.co/AbC', 'short'],
  ['t.co/AbC', 'short'],
  ['HTTP://T.CO/AbC', 'short'],
  ['https://x.com/home', 'x'],
  ['mobile.twitter.com/a', 'x'],
  ['x.com', 'x'],
  ['https://x.company/a', 'elsewhere'],
  ['https://at.co/a', 'elsewhere'],
  ['www.example.org', 'elsewhere'],
  ['someone', null],
  ['see https://x.com/a', null],
])('takes %s for a link of this kind: %s', (typed, kind) => {
  expect(linkKind(typed)).toBe(kind)
})
