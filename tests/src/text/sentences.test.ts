import { assert, property, stringMatching } from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import type { Capabilities, SearchNow } from '../../../contract/wire.ts'
import { bakedCapabilities } from '../../../src/config.ts'
import { Sentence } from '../../../src/text/Sentence.tsx'
import { capabilitySentence, postCapabilitySentence, postFooter } from '../../../src/text/capabilities.ts'
import { guideText } from '../../../src/text/guide.ts'
import { formatClock } from '../../../src/text/japanese.ts'
import { phrases } from '../../../src/text/phrases.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText, withheldSentence } from '../../../src/text/result.ts'
import { searchHealthLines } from '../../../src/text/searchHealth.ts'

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

it('lets lines end after the endings of a word, and before a bracket', () => {
  expect(phrases(resultText.verdict.found(2))).toEqual(['2件の', 'シャドウバンが', '検出されました'])
  const verdict = phrases(reportText.verdict.account(1, '2026年7月'))
  expect(verdict).toEqual(['アカウント全体に', '1種類の', '制限がありました', '（2026年7月）'])
  expect(phrases('の見え方を確かめる')).toEqual(['の', '見え方を', '確かめる'])
  const wish = phrases('実施いただきますようお願いいたします。')
  expect(wish).toEqual(['実施いただきますよう', 'お願いいたします。'])
})

it('keeps every character of a sentence', () => {
  assert(
    property(stringMatching(/^[ぁ-ん（）、。／：A-Za-z検索除外件 0-9]*$/u), (sentence) => {
      expect(phrases(sentence).join('')).toBe(sentence)
    }),
  )
})

it('promises no search at the end of the page for posts where the server does not search for them', () => {
  const ending = (posts: 'search' | 'visibility' | 'none') => postFooter({ bans: [], posts })
  expect(ending('search')).toContain('検索から除外されていないかを確認できます')
  expect(ending('visibility')).toContain('検索に出るかどうかは調べません')
  expect(ending('none')).not.toContain('確認できます')
  expect(postFooter(null)).toBe(ending('search'))
})

describe('What a server can judge', () => {
  it.each([
    [
      { bans: ['search_ban'], posts: 'search' },
      '自動で調べるのはSearch Banです。ほかの3項目は、確かめ方をご案内します。',
    ],
    [
      { bans: ['search_ban', 'ghost_ban'], posts: 'visibility' },
      '自動で調べるのはSearch Ban、Ghost Banです。ほかの2項目は、確かめ方をご案内します。ポストは表示されるかだけを調べ、検索に出るかは調べません。',
    ],
    [{ bans: [...BANS], posts: 'search' }, '4項目と、直近のポストが検索に出るかを調べます。'],
    [
      { bans: [], posts: 'none' },
      '自動で調べられる項目はありません。4項目とも、確かめ方をご案内します。ポストは調べません。',
    ],
  ] as const)('is said before the check: %o', (capabilities, sentence) => {
    expect(capabilitySentence({ ...capabilities, bans: [...capabilities.bans] })).toBe(sentence)
  })

  it('promises nothing as long as it is not known', () => {
    expect(capabilitySentence(null)).not.toMatch(/4|調べます|検索/)
    expect(postCapabilitySentence(null)).not.toMatch(/検索/)
  })
})

describe('What the build was told of its server', () => {
  it.each([
    ['search_ban,posts', { bans: ['search_ban'], posts: 'search' }],
    [' ghost_ban , search_ban ', { bans: ['search_ban', 'ghost_ban'], posts: 'none' }],
    ['none,agreement', { bans: [], posts: 'none', agreement: true }],
    ['visibility', { bans: [], posts: 'visibility' }],
    [undefined, null],
    [' , ', null],
  ])('is read from %s', (words, capabilities) => {
    expect(bakedCapabilities(words)).toEqual(capabilities)
  })

  it('is refused with a sentence that names the variable and the word', () => {
    expect(() => bakedCapabilities('search_ban,searchban')).toThrow(
      /^VITE_CAPABILITIES takes .* not searchban\.$/,
    )
  })
})

describe('Where X withholds an account', () => {
  it.each([
    [['DE', 'JP'], '日本、ドイツでは表示が制限されています（Xの情報）。'],
    [['XX', 'JP'], 'すべての国で表示が制限されています（Xの情報）。'],
    [['XY'], '著作権の申し立てにより、表示が制限されています（Xの情報）。'],
    [['<b>', 'jp', ''], null],
    [
      ['AT', 'DE', 'FR', 'IT', 'ES', 'PT', 'JP'],
      '日本、オーストリア、ドイツ、フランス、イタリアほか2か国では表示が制限されています（Xの情報）。',
    ],
  ])('is said of %o in one sentence', (codes, sentence) => {
    expect(withheldSentence(codes)).toBe(sentence)
  })
})

const TIME = 1_790_000_000_000
const lines = (search: SearchNow | null | undefined, more: Partial<Capabilities> = {}) =>
  searchHealthLines({ bans: ['search_ban'], posts: 'search', search, ...more })
const NONE = { account: null, posts: null }

it('says nothing while search works, where nobody asked lately, or of a server that does not count', () => {
  expect(lines({ state: 'found', time: TIME })).toEqual(NONE)
  expect(lines(null)).toEqual(NONE)
  expect(lines(undefined)).toEqual(NONE)
})

it('says that search is blind with the time, and what works meanwhile', () => {
  const { account, posts } = lines({ state: 'missing', time: TIME })
  expect(account).toBe(
    `いまXの検索が安定しないため、Search Banは判定できないことがあります（${formatClock(TIME)}現在）。自分で確かめる手順は使えます。`,
  )
  expect(posts).toContain('ポストが表示されるかは確かめられます。')
})

it('says until when search is limited or paused, where that is known', () => {
  const until = TIME + 600_000
  const clock = `${formatClock(until)}ごろまで`
  expect(lines({ state: 'limited', time: TIME, until }).account).toContain(
    `${clock}Search Banは判定できません`,
  )
  expect(lines({ state: 'paused', time: TIME, until }).posts).toContain(
    `検索に出るかは、${clock}確かめられません`,
  )
  expect(lines({ state: 'paused', time: TIME }).posts).toContain('検索に出るかは、いまは確かめられません')
})

it('says nothing of search where the server does not use it', () => {
  const missing = { state: 'missing', time: TIME } as const
  expect(lines(missing, { bans: [], posts: 'visibility' })).toEqual(NONE)
  expect(lines(missing, { posts: 'none' })).toMatchObject({ account: expect.any(String), posts: null })
})
