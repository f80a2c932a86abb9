import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { postLink, shownUrl } from '../../../src/results/posts.ts'

it.each([
  'https://x.com/sample/status/1',
  'http://x.com/sample/status/1',
  'https://www.x.com/sample/status/1/photo/1',
  'https://m.twitter.com/i/web/status/1?s=20#top',
  'https://mobile.twitter.com/sample/status/1',
  'HTTPS://X.COM/sample/status/1',
])('links %s', (url) => {
  expect(postLink(url)).toBe(new URL(url).href)
})

it.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)//x.com',
  'data:text/html,<script>alert(1)</script>',
  'https://x.com@127.0.0.1/',
  'https://user@x.com/a/status/1',
  'https://user:secret@x.com/a/status/1',
  'https://x.com:8443/a/status/1',
  'https://x.com.evil.example/a/status/1',
  'https://evil.example/x.com/status/1',
  'https://x.com%2eevil.example/',
  'https://x。com/a/status/1',
  'https://x%2ecom/a/status/1',
  'https://ｘ.com/a/status/1',
  'https://x.com./a/status/1',
  'https://x.com\\@evil.example/',
  'https:\\\\x.com/a/status/1',
  'https:x.com/a/status/1',
  '//x.com/a/status/1',
  'x.com/a/status/1',
  'ftp://x.com/a',
  'blob:https://x.com/1',
  'https://ads.x.com/',
  'https://xn--x.com/',
  'https://',
  '',
])('shows %j as plain text', (url) => {
  expect(postLink(url)).toBeNull()
  expect(shownUrl(url)).toBe(url)
})

it('links only to X, whatever it is given', () => {
  const tricky = fc.array(
    fc.constantFrom(
      'https://',
      'http:',
      'x.com',
      'twitter.com',
      '@',
      ':',
      '/',
      '\\',
      '.',
      '%2e',
      '。',
      '\t',
      'a',
      '?',
      '#',
      '80',
    ),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        tricky.map((parts) => parts.join('')),
      ),
      (url) => {
        const link = postLink(url)
        if (link === null) return
        const { origin, username, password } = new URL(link)
        expect(origin).toMatch(/^https?:\/\/((www|m|mobile)\.)?(x|twitter)\.com$/)
        expect(username + password).toBe('')
      },
    ),
    { numRuns: 500 },
  )
})

it('shows a link without its protocol and cuts an endless address', () => {
  expect(shownUrl('https://x.com/sample/status/1')).toBe('x.com/sample/status/1')
  expect(shownUrl('HTTP://x.com/sample/status/1')).toBe('x.com/sample/status/1')
  expect(shownUrl('y'.repeat(5_000))).toBe(`${'y'.repeat(300)}…`)
  expect(shownUrl('y'.repeat(301))).toBe(`${'y'.repeat(300)}…`)
  expect(shownUrl('y'.repeat(300))).toBe('y'.repeat(300))
  // Of a link the protocol is left out first.
  const link = `x.com/${'y'.repeat(294)}`
  expect([shownUrl(`https://${link}`), shownUrl(`https://${link}y`)]).toEqual([link, `${link}…`])
})
