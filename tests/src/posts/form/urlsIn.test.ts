import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { onlyPostIn, postUrlsIn, urlsIn } from '../../../../src/posts/form/rows.ts'

const A = 'https://x.com/a/status/1'
const B = 'https://twitter.com/b/status/2?s=20'

it.each([
  ['line breaks', `${A}\r\n${B}`],
  ['spaces of both widths', `${A} 　${B}`],
  ['commas', `${A},${B}`],
  ['Japanese punctuation', `${A}、${B}。`],
  ['brackets', `「${A}」（${B}）`],
  ['nothing', A + B],
  ['full stops', `See ${A}. And ${B}.`],
  ['sentences', `これと${A}です。あと ${B}！`],
  ['a table', `1\t${A}\n2\t${B}`],
  ['Markdown', `- <${A}>\n- <${B}>`],
])('finds URLs parted by %s', (_, text) => {
  expect(urlsIn(text)).toEqual([A, B])
})

it('finds addresses written without their protocol', () => {
  expect(urlsIn('x.com/a/status/1\nwww.twitter.com/b/status/2')).toEqual([
    'x.com/a/status/1',
    'www.twitter.com/b/status/2',
  ])
})

it.each(['x.com', 'twitter.com', 'www.x.com', 'm.twitter.com', 'mobile.x.com', 'X.COM'])(
  'finds an address on %s without its protocol, at the beginning of a word alone',
  (host) => {
    expect(urlsIn(`${host}/a/status/1`)).toEqual([`${host}/a/status/1`])
    expect(urlsIn(`not${host}/a ads.${host}/a ${host} ${host}.example/a`)).toEqual([])
  },
)

it.each(['.', '...', '?', '!?', ':'])('leaves out %j behind an address, and keeps it inside', (mark) => {
  expect(urlsIn(`${B}${mark} ${A}${mark}b`)).toEqual([B, `${A}${mark}b`])
})

it('takes addresses with any protocol of the web, in any case, and no others', () => {
  expect(urlsIn('HTTP://x.com/a https://x.com/b ftp://x.com/c')).toEqual([
    'HTTP://x.com/a',
    'https://x.com/b',
  ])
  expect(urlsIn('HTTPS://x.com/aHTTP://x.com/b')).toEqual(['HTTPS://x.com/a', 'HTTP://x.com/b'])
})

it('ends an address where Japanese goes on without a space', () => {
  expect(urlsIn(`${A}を見て`)).toEqual([A])
})

it('finds the one post in words around it', () => {
  expect(onlyPostIn(`名前さんのポスト ${A} を見て`)).toBe(A)
  expect(onlyPostIn(`${A}。`)).toBe(A)
})

it.each([
  ['it is the URL alone', ` ${A}\n`],
  ['there is none', '名前さんのポスト'],
  ['there are several', `${A} ${B}`],
  ['another address stands there too', `${A} https://example.com/`],
  ['the one address is no post', '名前さん https://x.com/a'],
])('takes no post out of a text where %s', (_, text) => {
  expect(onlyPostIn(text)).toBeNull()
})

it('finds nothing in a text without URLs, and tells posts from the rest', () => {
  expect(urlsIn('ポストのURLを入れてください x.com')).toEqual([])
  expect(postUrlsIn(`https://example.com/ ${A}`)).toEqual([A])
})

it('finds any list of post URLs, whatever separates them', () => {
  const url = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((id) => `https://x.com/name/status/${id}`)
  const separator = fc.constantFrom('\n', '\r\n', ' ', '\t', ', ', '、', ' | ', '；', '')
  fc.assert(
    fc.property(fc.array(url, { minLength: 1 }), separator, (urls, separator) => {
      expect(urlsIn(urls.join(separator))).toEqual(urls)
    }),
  )
})

it('handles any text without throwing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const url of urlsIn(text)) expect(url).not.toMatch(/\s/)
    }),
  )
})
