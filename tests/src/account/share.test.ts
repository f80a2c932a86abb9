import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountResult } from '../../../src/account/checkAccount.ts'
import { accountPicture, accountShareText, postsShareText } from '../../../src/account/share.ts'
import type { Subject } from '../../../src/storage/records.ts'
import { TONES, drawPicture } from '../../../src/lib/picture.ts'
import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { RecordedPath, recordingCanvas, wordsOf } from '../lib/recordingContext.ts'
import { clearCheck } from './clearCheck.ts'

const AT = new Date(2026, 10, 21, 18, 20).getTime()
afterEach(() => void vi.unstubAllGlobals())

describe('accountPicture', () => {
  const LIMITED = { userSearchGroup: { rate_limit: true }, userTimelineGroup: { rate_limit: false } }

  const result = (changes: Partial<AccountResult> = {}) =>
    ({ screenName: 'name', ...clearCheck, ...changes }) as AccountResult

  let made: ReturnType<typeof recordingCanvas>
  beforeEach(() => {
    made = recordingCanvas()
    vi.stubGlobal('Path2D', RecordedPath)
    vi.stubGlobal('document', { createElement: () => made.canvas })
    vi.stubGlobal('location', { origin: 'https://site.test' })
  })

  async function drawnOf(
    changes: Partial<AccountResult>,
    isSandbox = false,
    posts = false,
  ): Promise<string[]> {
    made = recordingCanvas()
    await drawPicture(accountPicture(result(changes), AT, { asked: { variant: 'main', posts }, isSandbox }))
    return wordsOf(made.drawn)
  }
  const colourOf = (words: string) => {
    const part = made.drawn.find((candidate) => 'words' in candidate && candidate.words === words)
    return part && 'colour' in part ? part.colour : undefined
  }

  const barColours = () => made.drawn.flatMap((part) => ('line' in part ? [part.colour] : []))

  it('draws the site, the time, the name, the verdict and the state of each ban', async () => {
    const words = await drawnOf({ search_ban: true, ghost_ban: null })
    expect(words.slice(0, 2)).toEqual([text.site, '@name・2026年11月21日 18時20分'])
    expect(words.join('')).toContain('Search Banが検出されました')
    const { yes, no, unknown } = resultText.ban
    expect(words.join('').replaceAll(' ', '')).toContain(
      `SearchSuggestionBan✓${no}SearchBan✕${yes}GhostBan${unknown}ReplyDeboosting✓${no}`,
    )
    expect(barColours()).toEqual([TONES.ok.bar, TONES.excluded.bar, TONES.unknown.bar, TONES.ok.bar])
    expect(colourOf(`✕ ${yes}`)).toBe(TONES.excluded.colour)
    expect(colourOf(`✓ ${no}`)).toBe(TONES.ok.colour)
    expect(colourOf(unknown)).toBe(TONES.unknown.colour)
    expect(words).toContain('https://site.test/')
  })

  it('says what keeps a verdict from being clear, without a ✓ over it', async () => {
    const evidence = { time: AT, items: {}, withheld: ['JP'] } as unknown as AccountResult['evidence']
    const partly = { search_ban: { method: 'recent_search', looked: 9, found: 4 } }
    const doubted = { time: AT, items: partly, withheld: [] } as unknown as AccountResult['evidence']
    expect((await drawnOf({ evidence })).join('')).toContain('日本では表示が制限されています')
    const words = await drawnOf({ evidence: doubted })
    expect(words.join('')).not.toContain(resultText.verdict.partlyFound(9, 4))
    expect(words.join('')).toContain(`！ ${resultText.ban.partly(9, 4)}`)
    expect(barColours()[1]).toBe(TONES.warning.bar)
  })

  it('says that the posts could not be fetched, without a ✓ over it', async () => {
    const words = await drawnOf({}, false, true)
    expect(words.join('')).toContain(resultText.verdict.postsMissing)
  })

  it('shows what the visitor saw where they want that, beside our state', async () => {
    const at = new Date(new Date().getFullYear(), 10, 21).getTime()
    const observed = ({ name, item }: Subject) =>
      name === 'name' && item === 'ghost_ban' ? ({ answer: 'unseen', at } as const) : undefined
    const origin = { asked: { variant: 'main', posts: false }, isSandbox: false } as const
    await drawPicture(accountPicture(result({ ghost_ban: null }), AT, { ...origin, observed }))
    const words = wordsOf(made.drawn)
    const from = words.indexOf('Ghost Ban')
    expect(words.slice(from).join('')).toContain(
      `${resultText.ban.unknown}あなたの確認：見えなかった（11月21日）`,
    )
    made = recordingCanvas()
    await drawPicture(accountPicture(result({ ghost_ban: null }), AT, { ...origin, observed: null }))
    expect(wordsOf(made.drawn).join('')).not.toContain('あなたの確認')
  })

  it('says that an answer is invented, and says it of no real one', async () => {
    expect((await drawnOf({}, true)).join('')).toContain(text.sandbox.notice)
    expect((await drawnOf({}, false)).join('')).not.toContain(text.sandbox.notice)
  })

  it.each([
    [{ not_found: true }, resultText.state.not_found.title],
    [{ suspend: true }, resultText.state.suspend.title],
    [{ protect: true }, resultText.state.protect.title],
    [{ api_status: LIMITED }, resultText.state.rateLimit],
  ])(
    'draws no state of a ban, and no ✓, for an account that was not judged: %j',
    async (changes, sentence) => {
      const words = await drawnOf(changes)
      expect(words.join('')).toContain(sentence)
      expect(words.join('')).not.toContain('✓')
      for (const name of ['Ghost Ban', 'Search Ban']) expect(words).not.toContain(name)
      expect(barColours()).toEqual([TONES.unknown.bar])
    },
  )

  it('counts the posts of each badge that there is, says of unjudged ones whether X told them to be sensitive or withheld, and speaks of none where none were looked at', async () => {
    const url = 'https://x.com/a/status/1'
    const tweets = ['AVAILABLE', 'AVAILABLE', 'FORBIDDEN', 'UNKNOWN'].map((status) => ({ url, status }))
    const told = (reason: 'sensitive' | 'withheld' | 'reply') => ({
      url,
      status: 'UNSEARCHED',
      evidence: { visible: true, found: null, reason },
    })
    for (const [more, counts] of [
      [[], '直近20件のポスト：検索OK 2／検索除外 1／エラー 1'],
      [[told('reply')], `検索OK 2／検索除外 1／${resultText.badge.unsearched} 1／エラー 1`],
      [
        [told('sensitive'), told('withheld'), told('withheld'), told('reply')],
        `${resultText.badge.unsearched} 4（うちセンシティブ 1、国や地域による制限 2）／エラー 1`,
      ],
    ] as const)
      expect((await drawnOf({ tweets: [...tweets, ...more] })).join('')).toContain(counts)
    for (const none of [{ tweets: [] }, {}]) {
      expect((await drawnOf(none)).join('')).not.toContain(resultText.list.title)
    }
  })
})

describe('accountShareText', () => {
  const result: AccountResult = {
    screenName: 'someone',
    ...clearCheck,
    search_ban: true,
    ghost_ban: null,
    tweets: ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'NEW', undefined].map((status) => ({
      url: 'https://x.com/someone/status/1',
      status,
      isPinned: undefined,
    })),
  }

  beforeEach(() => void vi.stubGlobal('location', { origin: 'https://opened.example' }))

  describe("the account's share text", () => {
    it('has its date, a line per ban, the counts of the posts, the hashtag, and the address last', () => {
      expect(accountShareText(result, AT, false)).toBe(
        [
          '@ someone のシャドウバンチェック結果',
          '2026/11/21',
          '',
          '✅ Search Suggestion Ban',
          '❌ Search Ban',
          '❓ Ghost Ban',
          '✅ Reply Deboosting',
          '',
          '直近20件のポスト',
          '検索OK 1／検索除外 1／引用元除外 1／エラー 2',
          '',
          '#シャドウバンチェッカー',
          'https://opened.example/',
        ].join('\n'),
      )
    })

    const item = { method: null, reason: null }
    const items = { search_suggestion_ban: item, search_ban: item, ghost_ban: item, reply_deboosting: item }

    it('shows a search that found only some posts by its numbers, and never as ✅', () => {
      const search_ban = { method: 'recent_search', reason: null, looked: 5, found: 3 } as const
      const evidence = { time: AT, items: { ...items, search_ban } }
      const words = accountShareText({ ...result, search_ban: false, evidence }, AT, false)
      expect(words).not.toContain('🚫')
      expect(words).toContain('\n✅ Search Suggestion Ban\n⚠️ Search Ban 3/5\n❓ Ghost Ban\n✅ Reply')
    })

    it.each([
      [['JP'], '🚫 日本で表示制限'],
      [['XX'], '🚫 日本で表示制限'],
      [['DE'], '🚫 表示の制限あり'],
      [['DE', 'JP'], '🚫 日本で表示制限'],
    ])('says of an account withheld in %o where, after the bans', (withheld, line) => {
      const words = accountShareText({ ...result, evidence: { time: AT, items, withheld } }, AT, false)
      expect(words).toContain(`Reply Deboosting\n${line}\n`)
    })

    it('counts restricted and unsearched posts where there are some', () => {
      const tweets = ['RESTRICTED', 'UNSEARCHED', 'UNSEARCHED'].map((status) => ({ url: 'a', status }))
      const counts = '直近20件\n検索OK 0／検索除外 0／引用元除外 0／閲覧制限 1／未判定 2\n'
      expect(accountShareText({ ...result, tweets }, AT, false)).toContain(counts)
      expect(postsShareText('someone', tweets, AT, false)).toContain('🔒 閲覧制限 1件\n❔ 未判定 2件')
    })

    it('leaves the posts out when none were checked', () => {
      expect(accountShareText({ ...result, tweets: [] }, AT, false)).not.toContain('直近20件')
      expect(accountShareText({ ...result, tweets: undefined }, AT, false)).not.toContain('直近20件')
    })

    it('says of no ban that it was not found while the user search is rate limited', () => {
      const limited = { ...result.api_status, userSearchGroup: { rate_limit: true } }
      expect(accountShareText({ ...result, api_status: limited }, AT, false)).not.toMatch(/[✅❌]/u)
    })
  })

  describe("the posts' share text", () => {
    it('counts the posts by verdict', () => {
      expect(postsShareText('someone', result.tweets ?? [], AT, false)).toBe(
        [
          '@ someone の直近20件 検索除外チェック',
          '2026/11/21',
          '',
          '✅ 検索OK 1件',
          '❌ 検索除外 1件',
          '⚠️ 引用元除外 1件',
          '',
          '#シャドウバンチェッカー',
          'https://opened.example/',
        ].join('\n'),
      )
    })
  })
})
