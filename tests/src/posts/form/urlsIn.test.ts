import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { postUrlsIn, urlsIn } from '../../../../src/posts/form/urlsIn.ts'

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
