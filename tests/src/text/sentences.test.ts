import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import type { Capabilities } from '../../../contract/wire.ts'
import { Sentence } from '../../../src/text/Sentence.tsx'
import {
  capabilitySentence,
  postCapabilitySentence,
  postCheckFooter,
} from '../../../src/text/capabilities.ts'
import { formatClock } from '../../../src/text/japanese.ts'
import { withheldSentence } from '../../../src/text/accountFacts.ts'
import { powText } from '../../../src/text/pow.ts'
import { powDifficultyText } from '../../../src/text/powParts.ts'
import { searchHealthLines } from '../../../src/text/searchHealth.ts'

/** The parts of a sentence inside which no line ends. */
function unitsOf(sentence: string): string[] {
  const html = renderToStaticMarkup(createElement(Sentence, null, sentence))
  return [...html.matchAll(/<span class="unbroken">([^<]*)<\/span>/g)].map(([, unit = '']) => unit)
}

it.each([
  ['見つかりました（11月23日 03:55）。引用元のポストは表示が制限されています。', ['（11月23日 03:55）。']],
  ['見つかりました（11月23日 4:10）。', ['（11月23日 4:10）。']],
  ['11月23日 4:10〜4:12', ['11月23日', '4:10〜4:12']],
  ['見えた（2026年11月23日 04時02分）', ['（2026年11月23日 04時02分）']],
  ['難易度4までです', ['難易度4']],
  ['難易度4・ワーカー2', ['難易度4・']],
  [powDifficultyText.highest(powDifficultyText.ends(false, '2.51 秒'), 4), ['2.51 秒以内に', '難易度4']],
  [powText.result.rate('689万'), ['毎秒 689万 回']],
  // A line may end between a date and a time that stand alone.
  ['2026年11月23日 03時53分の結果です。', ['2026年11月23日', '03時53分']],
  ['（2026年8月25日〜2026年11月22日）。', ['（2026年8月25日', '2026年11月22日）。']],
])('dates, times and numbers stay on one line with their words: %s', (sentence, units) => {
  expect(unitsOf(sentence)).toEqual(units)
})

it('the footer for posts does not promise a search if the server does not search for posts', () => {
  const ending = (posts: 'search' | 'visibility' | 'none') => postCheckFooter({ bans: [], posts })
  expect(ending('search')).toContain('検索から除外されていないかを確認できます')
  expect(ending('visibility')).toContain('検索に出るかは調べません')
  expect(ending('none')).not.toContain('確認できます')
  expect(postCheckFooter(null)).toBe(ending('search'))
})

describe('What a server can judge', () => {
  it.each([
    [
      { bans: ['search_ban'], posts: 'search' },
      '自動で調べるのはSearch Banです。ほかの3項目は、確かめ方をご案内します。',
    ],
    [
      { bans: ['search_ban', 'ghost_ban'], posts: 'visibility' },
      '自動で調べるのはSearch Ban、Ghost Banです。ポストは、検索ではなく、表示されるかだけを調べます。',
    ],
    [{ bans: [...BANS], posts: 'search' }, '4種類のシャドウバンと、直近のポストが検索に出るかを調べます。'],
    [{ bans: [], posts: 'none' }, '自動で調べられる項目はありません。ポストは調べません。'],
  ] as const)('the page says before a check what the server can judge: %o', (capabilities, sentence) => {
    expect(capabilitySentence({ ...capabilities, bans: [...capabilities.bans] })).toBe(sentence)
  })

  it('the page promises nothing while the server’s capabilities are unknown', () => {
    expect(capabilitySentence(null)).not.toMatch(/4|調べます|検索/)
    expect(postCapabilitySentence(null)).not.toMatch(/検索/)
  })
})

describe('What the build was told of its server', () => {
  it.each([
    ['search_ban,posts', { bans: ['search_ban'], posts: 'search' }],
    [' ghost_ban , search_ban ', { bans: ['search_ban', 'ghost_ban'], posts: 'none' }],
    ['visibility', { bans: [], posts: 'visibility' }],
    [undefined, null],
    [' , ', null],
  ])('the build reads the capabilities of its server from %s', async (words, capabilities) => {
    vi.stubEnv('VITE_CAPABILITIES', words)
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.resetModules()
    const { config } = await import('../../../src/config.ts')
    expect(config.capabilities).toEqual(capabilities)
  })
})

it.each([
  [['DE', 'JP'], '日本、ドイツでは表示が制限されています（Xの情報）。'],
  [['XX', 'JP'], 'すべての国で表示が制限されています（Xの情報）。'],
  [['XY'], '著作権の申し立てにより、表示が制限されています（Xの情報）。'],
  [['<b>', 'jp', ''], null],
  [
    ['AT', 'DE', 'FR', 'IT', 'ES', 'PT', 'JP'],
    '日本、オーストリア、ドイツ、フランス、イタリアほか2か国では表示が制限されています（Xの情報）。',
  ],
])('one sentence says where X withholds an account: %o', (codes, sentence) => {
  expect(withheldSentence(codes)).toBe(sentence)
})

const TIME = 1_790_000_000_000
const MISSING = { state: 'missing', time: TIME } as const
const lines = (capabilities: Partial<Capabilities>) =>
  searchHealthLines({ bans: ['search_ban'], posts: 'search', ...capabilities })

it.each([
  ['search works', { search: { state: 'found', time: TIME } }],
  ['nobody asked lately', { search: null }],
  ['the server does not count', { search: undefined }],
  ['the server does not use it', { search: MISSING, bans: [], posts: 'visibility' }],
] satisfies [string, Partial<Capabilities>][])(
  'the page says nothing about search if %s',
  (_, capabilities) => {
    expect(lines(capabilities)).toEqual({ account: null, posts: null })
  },
)

it('the page says that search is unstable, with the time, and what works meanwhile', () => {
  const { account, posts } = lines({ search: MISSING })
  expect(account).toBe(
    `Xの検索が不安定です（${formatClock(TIME)}現在）。Search Banは判定できなくても自分で確かめられます。`,
  )
  expect(posts).toContain('表示されるかは確かめられます。')
  expect(lines({ search: MISSING, posts: 'none' })).toEqual({ account, posts: null })
})

it('the page says until when search is limited or paused, if that is known', () => {
  const until = TIME + 600_000
  const clock = `${formatClock(until)}ごろまで`
  const { account } = lines({ search: { state: 'limited', time: TIME, until } })
  expect(account).toContain(`${clock}Search Banは判定できません`)
  const paused = [until, undefined].map(
    (until) => lines({ search: { state: 'paused', time: TIME, until } }).posts,
  )
  expect(paused[0]).toContain(`検索に出るかは${clock}確かめられません`)
  expect(paused[1]).toContain('検索に出るかはいま確かめられません')
})
