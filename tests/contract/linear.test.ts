import { describe, expect, it } from 'vitest'
import {
  URL_LENGTH_MAX,
  linkKindOf,
  mirrorToXUrl,
  parsePostUrl,
  trimInvisible,
} from '../../contract/names.ts'
import { readPastedPostsAtOnce } from '../../src/posts/form/pastedPosts.ts'
import { screenNameChoices, screenNameInText } from '../../contract/pastedText.ts'

/** One character of each class that a pattern of `contract/names.ts` and `contract/pastedText.ts` knows, and pairs that two classes share. */
const REPEATED = [
  ' ',
  '\u200b',
  '\ufeff',
  '\n',
  '@',
  '/',
  '&',
  '.',
  '?',
  '#',
  '!',
  'a',
  '0',
  '_',
  'あ',
  '(',
  ')',
  '\u{1f600}',
]
const PAIRS = [
  '&q=',
  ' @',
  '@a ',
  'from:',
  'q=a&',
  'x.com/',
  'https://',
  'status/1',
  ' a',
  '\u200b@',
  'さん: 「',
  'a.',
  '\n@',
  '%25',
  '\\"',
  '*_',
]
const STARTS = [
  '',
  'b',
  'https://x.com/',
  'https://x.com/a/status/1?',
  'https://x.com/search?',
  '@a',
  'x.com/@',
  '[{"tweet":{"',
]

const RUN = 60_000
/**
 * A pattern that takes the square of the run's length needs at least half a minute of its processor for all texts; a linear one a quarter of
 * a second. Other programs' work does not count, so a busy machine changes nothing.
 */
const ALL_MICROSECONDS = 8_000_000

describe.each([
  ['trimInvisible', trimInvisible],
  ['parsePostUrl', parsePostUrl],
  ['linkKindOf', linkKindOf],
  ['screenNameInText', screenNameInText],
  ['screenNameChoices', screenNameChoices],
  ['mirrorToXUrl', mirrorToXUrl],
  ['readPastedPostsAtOnce', readPastedPostsAtOnce],
])('%s', (_name, read) => {
  it('the time that reading takes grows in proportion to the length of the text', { timeout: 60_000 }, () => {
    const before = process.threadCpuUsage()
    for (const start of STARTS)
      for (const repeated of [...REPEATED, ...PAIRS]) {
        read(`${start}${repeated.repeat(RUN / repeated.length)}a`)
        const { user, system } = process.threadCpuUsage(before)
        const isSlow = user + system > ALL_MICROSECONDS
        expect({ start, repeated, isSlow }).toEqual({ start, repeated, isSlow: false })
      }
  })
})

it('parsePostUrl refuses a text that is longer than any URL, whatever surrounds the URL', () => {
  const url = 'https://x.com/a/status/1'
  expect(parsePostUrl(`${url}?${'q'.repeat(URL_LENGTH_MAX - url.length - 1)}`)).toEqual({
    name: 'a',
    id: '1',
  })
  expect(parsePostUrl(`${url}?${'q'.repeat(URL_LENGTH_MAX - url.length)}`)).toBeNull()
})
