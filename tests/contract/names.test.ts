import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toJapanDay, snowflakeDate } from '../../contract/dates.ts'
import { linkKindOf, parsePostUrl, toPostUrl } from '../../contract/names.ts'
import { screenNameInText } from '../../contract/pastedText.ts'
import { screenNameFault } from '../../contract/screenName.ts'

it.each([
  ['https://x.com/abc/status/123', 'abc'],
  ['  https://www.x.com/abc/statuses/123  ', 'abc'],
  ['https://m.twitter.com/abc/status/123/photo/1', 'abc'],
  ['https://mobile.twitter.com/abc/status/123/video/1?s=20&t=x#top', 'abc'],
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
])('parsePostUrl refuses %j', (url) => {
  expect(parsePostUrl(url)).toBeNull()
})

it.each(['quotes', 'likes', 'retweets', 'analytics/'])(
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
  it.each([' @ name_1 ', 'HTTPS://Twitter.com/name_1?s=20', 'こちらです。@@name_1.'])(
    'screenNameInText finds the name in %s',
    (pasted) => {
      expect(screenNameInText(pasted)).toBe('name_1')
    },
  )

  it.each([
    ['https://x.com/search?q=a', 'length'],
    ['https://x.com.evil.example/name', 'length'],
    ['https://x.com/name or https://x.com/other', 'length'],
    ['see https://x.com/search?q=name&f=user', null],
    ['na me', 'characters'],
    ['(@a_name_of_16_ch_)', 'length'],
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
  ])('the date of a post is read from the id %s', (id, expected) => {
    expect(snowflakeDate(id)?.toISOString().slice(0, 19)).toBe(expected?.slice(0, 19))
  })

  it.each(['', '1.5', '１２', '1'.repeat(20)])('a date is null for the post id %j', (id) => {
    expect(snowflakeDate(id)).toBeNull()
  })

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
