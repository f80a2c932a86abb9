import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { Sentence } from '../../../src/text/Sentence.tsx'
import { guideText } from '../../../src/text/guide.ts'

/** The parts of a sentence inside which no line ends. */
function unitsOf(sentence: string): string[] {
  const html = renderToStaticMarkup(createElement(Sentence, null, sentence))
  return [...html.matchAll(/<span class="unbroken">([^<]*)<\/span>/g)].map(([, unit = '']) => unit)
}

it('keeps a date and a time in brackets on one line, with what ends the sentence', () => {
  expect(unitsOf('検索で見つかりました（11月23日 03:55）。引用元のポストは表示が制限されています。')).toEqual(
    ['（11月23日 03:55）。'],
  )
  expect(unitsOf('見えた（2026年11月23日 04時02分）')).toEqual(['（2026年11月23日 04時02分）'])
})

it('keeps a time with what it is the time of, and a number with its word', () => {
  const evidence = guideText.evidence.counted({ posts: 5, found: 3, clock: '09:05' })
  expect(unitsOf(evidence)).toEqual(['見つかりました・09:05'])
  expect(unitsOf('難易度4までです')).toEqual(['難易度4'])
})

it('lets a line end between a date and a time that stand alone', () => {
  expect(unitsOf('2026年11月23日 03時53分の結果です。')).toEqual(['2026年11月23日', '03時53分'])
  expect(unitsOf('（2026年8月25日〜2026年11月22日）。')).toEqual(['（2026年8月25日', '2026年11月22日）。'])
})
