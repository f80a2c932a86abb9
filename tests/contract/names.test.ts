import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toJapanDay, snowflakeDate } from '../../contract/dates.ts'
import { linkKindOf, parsePostUrl, toPostUrl } from '../../contract/names.ts'
import { screenNameInText } from '../../contract/pastedText.ts'
import { screenNameFault } from '../../contract/screenName.ts'

it.each([
  ['https://x.com/abc/status/123', 'abc'],
  ['x.com/abc/status/123', 'abc'],
  ['  https://www.x.com/abc/statuses/123  ', 'abc'],
  ['https://m.twitter.com/abc/status/123/photo/1', 'abc'],
  ['https://mobile.twitter.com/abc/status/123/video/1?s=20&t=x#top', 'abc'],
  ['HTTP://X.COM/abc/status/123/', 'abc'],
  ['https://x.com/ian/status/123', 'ian'],
  ['https://x.com/i/web/status/123', null],
  ['\u2068https://x.com/abc/status/123\u200b\ufeff ', 'abc'],
])('parsePostUrl reads %s', (url, name) => {
  expect(parsePostUrl(url)).toEqual({ name, id: '123' })
})

it.each([
  'https://x.com@127.0.0.1/a/status/1',
  'https://user:pw@x.com/a/status/1',
  'https://x.com.evil.tld/a/status/1',
  'https://x。com/a/status/1',
  'https://x.com./a/status/1',
  'https://0x7f.1/a/status/1',
  'https://x.com\\@evil/a/status/1',
  '//x.com/a/status/1',
  'ftp://x.com/a/status/1',
  'javascript:alert(1)//x.com/a/status/1',
  'https://evil.com/?u=https://x.com/a/status/1',
  'https://x.com/a/status/1\nhttps://x.com/a/status/2',
  'https://x.com/a/../b/status/1',
  'https://x.com/a/status/0',
  'https://x.com/a/status/9223372036854775808',
  'https://x.com/a/status/12345678901234567890',
  'https://x.com/a/status/１２',
  'https://x.com/abcdefghijklmnopqrstu/status/1',
  'https://x.com/a/status/1/others',
  'https://x.com/a/status/',
  'https://x.com/a',
  '',
])('parsePostUrl refuses %j', (url) => {
  expect(parsePostUrl(url)).toBeNull()
})

it.each(['analytics', 'quotes', 'likes', 'retweets', 'photo/1', 'analytics/'])(
  'parsePostUrl reads the post in the address of its %s',
  (tail) => {
    expect(parsePostUrl(`https://x.com/a/status/1/${tail}`)).toEqual({ name: 'a', id: '1' })
  },
)

const id = fc.bigInt(1n, 2n ** 63n - 1n).map(String)
const name = fc.stringMatching(/^\w{1,15}$/).filter((text) => text.toLowerCase() !== 'i')

it('parsePostUrl reads every URL that toPostUrl writes', () => {
  fc.assert(
    fc.property(fc.option(name), id, (name, id) => {
      expect(parsePostUrl(toPostUrl({ name, id }))).toEqual({ name, id })
    }),
  )
})

it('parsePostUrl never accepts a URL of another host, whatever precedes or follows it', () => {
  const noise = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((text) => !/^(www|m|mobile)\.$/i.test(text) && text.trim() !== '')
  fc.assert(
    fc.property(noise, fc.boolean(), (noise, before) => {
      const host = before ? `${noise}x.com` : `x.com${noise}`
      expect(parsePostUrl(`https://${host}/a/status/1`)).toBeNull()
    }),
  )
})

it('reading names and links never throws, whatever the text is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const post = parsePostUrl(text)
      expect(post === null || /^\d{1,19}$/.test(post.id)).toBe(true)
    }),
  )
})

it.each([
  ['https://t.co/AbC', 'short'],
  ['t.co/AbC', 'short'],
  ['HTTP://T.CO/AbC', 'short'],
  ['http://x.com', 'x'],
  ['mobile.twitter.com/a', 'x'],
  ['http://x.company/a', 'elsewhere'],
  ['www.example.org', 'elsewhere'],
  ['see https://x.com/a', null],
])('the link %s is of this kind: %s', (typed, kind) => {
  expect(linkKindOf(typed)).toBe(kind)
})

describe('screenNameInText', () => {
  it.each([
    '@name_1',
    ' @ name_1 ',
    '　ｎａｍｅ＿１　',
    'x.com/@name_1',
    'HTTPS://Twitter.com/name_1?s=20',
    'https://x.com/name_1/status/1234567890?s=46',
    'http://x.com/name_1/with_replies',
    '名前（＠name_1）さんのプロフィール',
    'Some Name (@name_1) / X',
    'さくら🌸 @name_1',
    '@name_1さん、@NAME_1さん',
    'こちらです。@@name_1.',
    '@name_1 https://example.com/',
    'from:@name_1 filter:replies',
    'name_1\u200b\u2069',
    '\u200e@name_1\ufe0f',
    'https://x.com/search?q=from%3Aname_1&f=live',
    'http://mobile.x.com/search/?f=user&q=name_1',
    'x.com/search?q=+name_1&f=user',
    'https://x.com/search?q=%40name_1+cat',
  ])('screenNameInText finds the name in %s', (pasted) => {
    expect(screenNameInText(pasted)).toBe('name_1')
  })

  it.each([
    ['https://x.com/i/status/1234567890', 'length'],
    ['https://x.com/search?q=a', 'length'],
    ['https://x.com/search?q=two%20words', 'length'],
    ['https://x.com/search?q=two%20words&f=user', 'length'],
    ['https://x.com/search?q=%', 'length'],
    ['https://x.com/home', 'length'],
    ['@one_name @another', 'length'],
    ['https://example.com/@name', 'length'],
    ['http://example.com/@name', 'length'],
    ['https://x.com.evil.example/name', 'length'],
    ['see https://x.com/name', null],
    ['https://x.com/name or https://x.com/other', 'length'],
    ['see https://x.com/search?q=name&f=user', null],
    ['na me', 'characters'],
    ['mail@name.example', 'length'],
    ['なまえ', 'characters'],
    ['名前(@name)', null],
    ['(@a_name_of_16_ch_)', 'length'],
    ['@', 'length'],
    ['@@', 'length'],
  ] as const)('screenNameInText returns %s trimmed, without a name', (pasted, fault) => {
    expect(screenNameFault(screenNameInText(pasted))).toBe(fault)
  })
})

it('a day begins at midnight in Japan', () => {
  expect(toJapanDay(Date.parse('2026-11-21T14:59:59.999Z'))).toBe('2026-11-21')
  expect(toJapanDay(Date.parse('2026-11-21T15:00:00Z'))).toBe('2026-11-22')
})

describe('the date of a post', () => {
  it.each([
    ['29700859246', null],
    ['29700859247', '2010-11-04T01:43:01.738Z'],
    ['1212092628029698048', '2019-12-31T19:26:16.771Z'],
  ])('the date of a post is read from the id %s', (id, expected) => {
    expect(snowflakeDate(id)?.toISOString().slice(0, 19)).toBe(expected?.slice(0, 19))
  })

  it.each(['', ' ', '1.5', '-1', '1e3', '0x10', '１２', '1'.repeat(20), 'abc'])(
    'a date is null for the post id %j',
    (id) => {
      expect(snowflakeDate(id)).toBeNull()
    },
  )

  it('the date of a post is exact to the millisecond, whatever the low bits of its id are', () => {
    const ms = fc.integer({ min: 1_288_834_974_657 + 7100, max: 2_199_000_000_000 })
    fc.assert(
      fc.property(ms, fc.integer({ min: 0, max: 2 ** 22 - 1 }), (ms, low) => {
        const id = (BigInt(ms - 1_288_834_974_657) << 22n) + BigInt(low)
        expect(snowflakeDate(String(id))?.getTime()).toBe(ms)
      }),
    )
  })
})
