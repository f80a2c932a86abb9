import { expect, it } from 'vitest'
import { screenNameFault, screenNameIn } from '../../contract/names.ts'

it.each([
  'name_1',
  '@name_1',
  '＠name_1',
  ' @ name_1 ',
  '　ｎａｍｅ＿１　',
  'https://x.com/name_1',
  'https://x.com/@name_1',
  'x.com/name_1/',
  'HTTPS://Twitter.com/name_1?s=20',
  'https://mobile.twitter.com/name_1?s=20&t=abc',
  'https://x.com/name_1/status/1234567890?s=46',
  'https://x.com/name_1/with_replies',
  '名前(@name_1)さん / X',
  '名前（＠name_1）さんのプロフィール',
  'Some Name (@name_1) / X',
])('reads the bare name in %s', (pasted) => {
  expect(screenNameIn(pasted)).toBe('name_1')
})

it.each([
  ['https://x.com/i/status/1234567890', 'length'],
  ['https://x.com/search?q=a', 'length'],
  ['https://x.com.evil.example/name', 'length'],
  ['na me', 'characters'],
  ['@@name', 'characters'],
  ['na@me', 'characters'],
  ['なまえ', 'characters'],
  ['名前(@name)', null],
  ['(@a_name_of_16_ch_)', 'length'],
  ['@', 'length'],
  ['   ', 'length'],
] as const)('leaves %s to the rules of a name', (pasted, fault) => {
  expect(screenNameFault(screenNameIn(pasted))).toBe(fault)
})
