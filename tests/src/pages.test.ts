import { expect, it } from 'vitest'
import { routePath } from '../../src/pages.ts'

it.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/pow', '/pow'],
  ['/pow/', '/pow'],
  ['/pow.html', '/pow'],
  ['/pow/index.html', '/pow'],
  ['/tweetcheck/history/a-b', '/tweetcheck/history/a-b'],
  ['', ''],
  // Punctuation that a sentence puts behind a link.
  ['/report%E3%80%82', '/report'],
  ['/report%E3%80%8D', '/report'],
  ['/report%EF%BC%89%e3%80%82', '/report'],
  ['/report.', '/report'],
  ['/report)', '/report'],
  ['/report%EF%BC%9F', '/report'],
  ['/tweetcheck/history/a-b%E3%80%8F', '/tweetcheck/history/a-b'],
  ['/%E3%80%81', '/'],
])('the file or folder %s shows the page %s', (file, page) => {
  expect(routePath(file)).toBe(page)
})
