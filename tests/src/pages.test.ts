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
])('the file or folder %s shows the page %s', (file, page) => {
  expect(routePath(file)).toBe(page)
})
