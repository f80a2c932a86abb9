import { assert, property, stringMatching } from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Sentence } from '../../../src/text/Sentence.tsx'
import { text } from '../../../src/text/ja.ts'
import { splitIntoPhrases } from '../../../src/text/phrases.ts'
import { logText } from '../../../src/text/log.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText } from '../../../src/text/result.ts'

it('lines of Japanese can end after the ending of a word, within a long compound, and before a bracket', () => {
  expect(splitIntoPhrases(resultText.verdict.found(2))).toEqual(['2件の', 'シャドウバンが', '検出されました'])
  const { account, accountClear, inMonth } = reportText.verdict
  const verdict = splitIntoPhrases(inMonth(account(1), '2026年7月'))
  expect(verdict).toEqual(['アカウント', '全体に', '1種類の', '制限が', 'ありました', '（2026年7月）'])
  expect(splitIntoPhrases(accountClear)).toEqual(['アカウント', '全体への', '制限は', 'ありませんでした'])
  expect(splitIntoPhrases(logText.empty.title)).toEqual(['まだ', '記録は', 'ありません'])
  expect(splitIntoPhrases(resultText.list.title(20))).toEqual(['直近20件の', 'ポスト'])
  expect(splitIntoPhrases('の見え方を確かめる')).toEqual(['の', '見え方を', '確かめる'])
  expect(splitIntoPhrases(text.post.h1)).toEqual(['X ', 'ポスト検索除外', 'チェッカー'])
  const wish = splitIntoPhrases('実施いただきますようお願いいたします。')
  expect(wish).toEqual(['実施いただきますよう', 'お願いいたします。'])
  expect(splitIntoPhrases('サーバー負荷により取得できませんでした。')).toEqual([
    'サーバー負荷により',
    '取得できませんでした。',
  ])
})

it.each([
  ['その他', ['その他']],
  [resultText.verdict.unknown, ['シャドウバン', 'かどうかは', '判定できませんでした']],
  ['確かめ方を見る', ['確かめ方を', '見る']],
  ['運営者にお問い合わせください', ['運営者に', 'お問い合わせください']],
  ['自動でもう一度チェックします', ['自動で', 'もう一度', 'チェックします']],
  ['照らし合わせて書き換える', ['照らし合わせて', '書き換える']],
  ['検索に出ない', ['検索に', '出ない']],
  ['「調べる」を押す', ['「調べる」を', '押す']],
])('lines of Japanese cannot end within a compound or set phrase: %s', (sentence, expected) => {
  expect(splitIntoPhrases(sentence)).toEqual(expected)
})

it('splitting a sentence into phrases keeps every character', () => {
  assert(
    property(stringMatching(/^[ぁ-ん（）、。／：A-Za-z検索除外件 0-9]*$/u), (sentence) => {
      expect(splitIntoPhrases(sentence).join('')).toBe(sentence)
    }),
  )
})

/** Every text of the page. Functions are called with numbers and with words, as far as they take them. */
function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value)
  else if (typeof value === 'function') {
    for (const given of [
      [3, 2, 1, 4],
      ['名前', '題', '日'],
    ]) {
      try {
        textsIn(Reflect.apply(value, undefined, given), found)
      } catch {
        // It takes something else, such as an object.
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) textsIn(part, found)
  }
  return found
}

const modules = import.meta.glob('../../../src/text/*.ts', { eager: true })
const allTexts = [...textsIn(Object.values(modules))].filter((words) => /[ぁ-ん]/.test(words))

it('no line of any text of the site can end within a word that the browser’s dictionary knows', () => {
  const dictionary = new Intl.Segmenter('ja', { granularity: 'word' })
  expect(allTexts.length).toBeGreaterThan(900)
  const broken = allTexts.flatMap((words) => {
    const starts = new Set([...dictionary.segment(words)].map(({ index }) => index))
    let at = 0
    return splitIntoPhrases(words).flatMap((phrase, index, all) => {
      const isInside = index > 0 && !starts.has(at) && /[ぁ-ん一-龠ァ-ヶー]$/.test(all[index - 1] ?? '')
      at += phrase.length
      return isInside ? [`${all[index - 1]}|${phrase}`] : []
    })
  })
  expect(broken).toEqual([])
})

it('possible line breaks are hidden from screen readers', () => {
  const html = renderToStaticMarkup(createElement(Sentence, null, 'もう一度チェックする'))
  expect(html).toContain('<wbr aria-hidden="true"/>')
})
