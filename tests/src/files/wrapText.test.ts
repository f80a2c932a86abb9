import { assert, integer, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { wrapText } from '../../../src/lib/picture.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText } from '../../../src/text/result.ts'

/** Full-width characters count two. */
const measure = (words: string) =>
  [...words].reduce((sum, character) => sum + (character > '\u2000' ? 2 : 1), 0)

it('breaks no word of a headline', () => {
  expect(wrapText(resultText.verdict.none, 24, measure)).toEqual(['シャドウバンは', '検出されませんでした'])
  expect(wrapText(reportText.verdict.accountClear('2026年7月'), 44, measure)).toEqual([
    'アカウント全体への制限はありませんでした',
    '（2026年7月）',
  ])
})

it('keeps all text, and makes no line too wide that could be narrower', () => {
  assert(
    property(string({ unit: 'grapheme' }), integer({ min: 2, max: 40 }), (sentence, width) => {
      const plain = sentence.replace(/\s/gu, '')
      const lines = wrapText(sentence, width, measure)
      expect(lines.join('').replace(/\s/gu, '')).toBe(plain)
      for (const line of lines) expect(measure(line) <= width || [...line].length === 1).toBe(true)
    }),
  )
})

it('takes a line that just fits, and leaves the space at its end out of the measure', () => {
  expect(wrapText('ab cd', 5, measure)).toEqual(['ab cd'])
  expect(wrapText('ab cd', 4, measure)).toEqual(['ab', 'cd'])
  expect(wrapText('ab cd ', 5, measure)).toEqual(['ab cd'])
  expect(wrapText('a bcde', 4, measure)).toEqual(['a', 'bcde'])
  expect(wrapText('あい', 4, measure)).toEqual(['あい'])
})

it('breaks a word that alone is too wide, and goes on behind it', () => {
  expect(wrapText('abcdef', 4, measure)).toEqual(['abcd', 'ef'])
  expect(wrapText('a bcdefg', 4, measure)).toEqual(['a bc', 'defg'])
  expect(wrapText('', 4, measure)).toEqual([])
})
