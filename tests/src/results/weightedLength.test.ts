import { expect, it } from 'vitest'
import { weightedLength } from './weightedLength.ts'

it.each([
  ['', 0],
  ['a', 1],
  ['あ', 2],
  ['𠮷', 2],
  ['\u10ff', 1],
  ['\u1100', 2],
  ['\u200d', 1],
  ['\u2010', 1],
  ['\u2026', 2],
  ['\u2032', 1],
  ['\u2042', 2],
  ['©', 1],
  ['e\u0301', 1],
  ['❌', 2],
  ['⚠', 2],
  ['⚠️', 2],
  ['1️⃣', 2],
  ['👍🏽', 2],
  ['🇯🇵', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['@name', 5],
  ['#シャドウバン', 13],
  ['http://x.jp', 23],
  ['https://example.com/a?b=c', 23],
  ['あhttps://a-long-host-name.example.co.jp/tweetcheck/history/A_-bcdefghijklmnopqr01', 25],
])('weighs %j as twitter-text 3.1.0 does', (post, weight) => {
  expect(weightedLength(post)).toBe(weight)
})
