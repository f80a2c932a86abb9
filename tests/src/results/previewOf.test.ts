import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { previewOf } from '../../../src/results/previews.ts'

const html = (paragraph: string) =>
  `<blockquote class="twitter-tweet"><p lang="ja" dir="ltr">${paragraph}</p>&mdash; 花子 (@hanako) <a href="https://x.com/hanako/status/1">2026年11月20日</a></blockquote>`
const words = (paragraph: string) => previewOf({ html: html(paragraph), author_name: '花子' })?.words

it('reads author and text, with the line breaks that the post has', () => {
  const author = { author_name: '花子', author_url: 'https://twitter.com/hanako' }
  expect(previewOf({ html: html('こんにちは、<br>\n世界'), ...author })).toEqual({
    author: '花子',
    name: 'hanako',
    words: 'こんにちは、\n世界',
  })
})

it.each([
  'https://evil.example/hanako',
  'https://evil.example/?https://x.com/hanako',
  'https://x.com/hanako/status/1',
  'https://x.com/a_name_of_16_ch_',
  'http://x.com/hanako',
  'https://x.com/',
])('names no author whose URL is %s, which is no profile on X', (author_url) => {
  expect(previewOf({ html: html('a'), author_name: '花子', author_url })?.name).toBeNull()
})

it('cuts a name that is too long', () => {
  const author = (length: number) => previewOf({ html: html('a'), author_name: 'n'.repeat(length) })?.author
  expect([author(100)?.length, author(101)?.length]).toEqual([100, 100])
})

it('takes white space for one space, as a browser does, and none at the ends', () => {
  expect(words(' a  b\n\n c\t ')).toBe('a b c')
})

it.each(['a<br>b', 'a<br/>b', 'a<br />b', 'a <BR> b', 'a\n<br>\nb'])('breaks the line of %j', (paragraph) => {
  expect(words(paragraph)).toBe('a\nb')
})

it('reads the first paragraph, with whatever stands in its tag, and no other element', () => {
  const author = { author_name: 'a' }
  expect(previewOf({ html: '<pre>no</pre><P\nlang="ja">yes</P><p>no</p>', ...author })?.words).toBe('yes')
})

it('keeps the words of links and reads entities', () => {
  expect(
    words('A &amp; B &lt;b&gt; &quot;q&quot; &#39;s&#39; &#x1F408; <a href="https://t.co/x">#tag</a>'),
  ).toBe(`A & B <b> "q" 's' 🐈 #tag`)
})

it('reads an entity once only', () => {
  expect(words('&amp;lt;script&amp;gt;')).toBe('&lt;script&gt;')
})

it('leaves alone what only looks like an entity', () => {
  expect(words('a&#31;b&#32;c&#33;')).toBe('a b c!')
  expect(words('&#x10ffff;')).toBe('\u{10ffff}')
  expect(words('&nothing; &#0; &#x110000; &; &#99999999;')).toBe('&nothing;     &; &#99999999;')
})

it('removes every tag, whatever is in it', () => {
  expect(words('a<script>alert(1)</script>b<img src=x onerror="alert(1)">c<!-- d -->e')).toBe('aalert(1)bce')
})

it('shows a post whole or not at all', () => {
  const long = 'あ'.repeat(4_000)
  expect(words(long)).toBe(long)
  expect(words('あ'.repeat(5_000))).toHaveLength(5_000)
  expect(words('あ'.repeat(5_001))).toBeUndefined()
  // The end of the paragraph lies beyond what is read.
  expect(words(`words${' '.repeat(20_000)}`)).toBeUndefined()
})

it('is none without author or text', () => {
  expect(previewOf({ html: '<p></p>', author_name: 'author' })).toBeNull()
  expect(previewOf({ html: '<p>words</p>' })).toBeNull()
  expect(previewOf({ html: 'no paragraph', author_name: ' ' })).toBeNull()
})

it('stays short and plain whatever it is given', () => {
  const piece = fc.constantFrom('<p>', '</p>', '<', '>', '&#', ';', '&lt', 'x'.repeat(300), '\u0000', '&#13;')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.string(),
      ),
      (html) => {
        const preview = previewOf({ html: `<p>${html}</p>`, author_name: html })
        expect(preview?.words.length ?? 0).toBeLessThanOrEqual(5_000)
        expect(preview?.author.length ?? 0).toBeLessThanOrEqual(100)
        expect(preview?.words ?? '').not.toMatch(/[\r\t]/)
      },
    ),
  )
})
