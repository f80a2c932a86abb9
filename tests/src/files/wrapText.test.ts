import { assert, integer, property, string, stringMatching } from 'fast-check'
import { expect, it } from 'vitest'
import { phrases } from '../../../src/files/phrases.ts'
import { wrapText } from '../../../src/files/wrapText.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText } from '../../../src/text/result.ts'

/** Full-width characters count two. */
const measure = (words: string) =>
  [...words].reduce((sum, character) => sum + (character > '\u2000' ? 2 : 1), 0)

it('lets lines end after the endings of a word, and before a bracket', () => {
  expect(phrases(resultText.verdict.found(2))).toEqual(['2件の', 'シャドウバンが', '検出されました'])
  expect(phrases(reportText.verdict.account(1, '2026年7月'))).toEqual([
    'アカウント全体に',
    '1種類の',
    '制限がありました',
    '（2026年7月）',
  ])
  expect(phrases('実施いただきますようお願いいたします。')).toEqual([
    '実施いただきますよう',
    'お願いいたします。',
  ])
})

it('breaks no word of a headline', () => {
  expect(wrapText(resultText.verdict.none, 24, measure)).toEqual(['シャドウバンは', '検出されませんでした'])
  expect(wrapText(reportText.verdict.accountClear('2026年7月'), 44, measure)).toEqual([
    'アカウント全体への制限はありませんでした',
    '（2026年7月）',
  ])
})

it('loses nothing, and makes no line too wide that could be narrower', () => {
  assert(
    property(string({ unit: 'grapheme' }), integer({ min: 2, max: 40 }), (sentence, width) => {
      const plain = sentence.replace(/\s/gu, '')
      const lines = wrapText(sentence, width, measure)
      expect(lines.join('').replace(/\s/gu, '')).toBe(plain)
      for (const line of lines) expect(measure(line) <= width || [...line].length === 1).toBe(true)
    }),
  )
  assert(
    property(stringMatching(/^[ぁ-ん（）、。／：A-Za-z検索除外件 0-9]*$/u), (sentence) => {
      expect(phrases(sentence).join('')).toBe(sentence)
    }),
  )
})
