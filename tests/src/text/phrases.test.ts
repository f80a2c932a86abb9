import { assert, property, stringMatching } from 'fast-check'
import { expect, it } from 'vitest'
import { phrases } from '../../../src/text/phrases.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText } from '../../../src/text/result.ts'

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

it('keeps a compound whole', () => {
  expect(phrases('の見え方を確かめる')).toEqual(['の', '見え方を', '確かめる'])
  expect(phrases('ページを読み込み直してください。')).toEqual(['ページを', '読み込み直してください。'])
  expect(phrases('引き続きご利用いただけます。')).toEqual(['引き続き', 'ご利用いただけます。'])
})

it('keeps every character of a sentence', () => {
  assert(
    property(stringMatching(/^[ぁ-ん（）、。／：A-Za-z検索除外件 0-9]*$/u), (sentence) => {
      expect(phrases(sentence).join('')).toBe(sentence)
    }),
  )
})
