import { whyUnlisted } from '../../../src/text/reasons.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordByBan } from '../../../contract/outcomes.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { describeAccountPicture, accountShareText, postsShareText } from '../../../src/account/share.ts'
import type { ObservationSubject } from '../../../src/storage/records.ts'
import type { Picture } from '../../../src/lib/picture.ts'
import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { clearCheck, finished } from './clearCheck.ts'

const AT = new Date(2026, 10, 21, 18, 20).getTime()
beforeEach(() => void vi.stubGlobal('location', { origin: 'https://site.test' }))
afterEach(() => void vi.unstubAllGlobals())

describe('describeAccountPicture', () => {
  const LIMITED = { userSearchGroup: { rate_limit: true }, userTimelineGroup: { rate_limit: false } }

  const pictureOf = (changes: Partial<AccountCheck>, upstream = 'x-api', posts = false) =>
    describeAccountPicture(finished(changes, { upstream, posts, at: AT }), null)

  it('the image of an account shows the site, the time, the name, the verdict and the state of each ban, and says if it is demo data', () => {
    const { yes, no, unknown } = resultText.ban
    expect(pictureOf({ search_ban: true, ghost_ban: null })).toEqual({
      title: text.site,
      about: '2026年11月21日 18時20分',
      name: '@name',
      tone: 'excluded',
      headline: 'Search Banが検出されました',
      lines: [],
      bans: [
        { name: 'Search Suggestion Ban', gloss: '検索候補に出にくくなる制限', tone: 'ok', state: no },
        { name: 'Search Ban', gloss: '検索に出なくなる制限', tone: 'excluded', state: yes },
        { name: 'Ghost Ban', gloss: '返信が表示されなくなる制限', tone: 'unknown', state: unknown },
        { name: 'Reply Deboosting', gloss: '返信が下のほうに回される制限', tone: 'ok', state: no },
      ],
      warning: '',
      url: 'https://site.test/',
    })
    expect(pictureOf({}, 'sandbox').warning).toBe(text.sandbox.notice)
  })

  it('the image of an account says what prevents a clear verdict, and shows no ✓', () => {
    const told = { time: AT, items: {}, withheld: ['JP'], version: 2 }
    const evidence = told as unknown as AccountCheck['evidence']
    expect(pictureOf({ evidence })).toMatchObject({
      tone: 'warning',
      lines: ['日本では表示が制限されています（Xの情報）。', resultText.method(2, null)],
    })
    const partly = { search_ban: { method: 'recent_search', looked: 9, found: 4 } }
    const doubted = { time: AT, items: partly, withheld: [] } as unknown as AccountCheck['evidence']
    const { lines, bans } = pictureOf({ evidence: doubted })
    expect(lines).toEqual([])
    expect(bans[1]).toMatchObject({ tone: 'warning', state: resultText.ban.partly(9, 4) })
    const missing = { tone: 'warning', lines: [whyUnlisted({ cause: 'failed', part: 'timeline' })] }
    expect(pictureOf({}, 'x-api', true)).toMatchObject(missing)
    const empty = { lines: [resultText.state.no_tweet.title] }
    expect(pictureOf({ search_ban: true, no_tweet: true })).toMatchObject(empty)
  })

  it('the image of an account shows the visitor’s observations next to our states, if the visitor wants it', () => {
    const at = new Date(new Date().getFullYear(), 10, 21).getTime()
    const observed = ({ name, item }: ObservationSubject) =>
      name === 'name' && item === 'ghost_ban' ? ({ answer: 'unseen', at } as const) : undefined
    const ownIn = ({ bans }: Picture) => bans.map(({ own }) => own)
    const own = '自分の確認：見えなかった（11月21日）'
    const shown = describeAccountPicture(finished(), observed)
    expect(ownIn(shown)).toEqual([undefined, undefined, own, undefined])
    expect(ownIn(describeAccountPicture(finished(), null))).not.toContain(own)
  })

  it.each([
    [{ not_found: true }, resultText.state.not_found.title],
    [{ api_status: LIMITED }, resultText.state.rate_limit.title],
  ])(
    'the image of an account that was not judged shows no state of a ban, and no ✓: %j',
    (changes, headline) => {
      expect(pictureOf(changes)).toMatchObject({ tone: 'unknown', headline, bans: [] })
    },
  )

  it('the image of an account counts its posts by badge, says why posts were not judged, and mentions no posts if none were checked', () => {
    const url = 'https://x.com/a/status/1'
    const tweets = ['AVAILABLE', 'AVAILABLE', 'FORBIDDEN', 'UNKNOWN'].map((status) => ({ url, status }))
    const unsearched = (cause: 'sensitive' | 'withheld' | 'reply') => ({
      url,
      status: 'UNSEARCHED',
      evidence: { visible: true, found: null, reason: { cause } },
    })
    for (const [more, counts] of [
      [[], '直近4件のポスト：検索OK 2／検索除外 1／エラー 1'],
      [[unsearched('reply')], `検索OK 2／検索除外 1／${resultText.badge.unsearched} 1／エラー 1`],
      [
        [unsearched('sensitive'), unsearched('withheld'), unsearched('withheld'), unsearched('reply')],
        `${resultText.badge.unsearched} 4（うちセンシティブ 1、国や地域による制限 2）／エラー 1`,
      ],
    ] as const)
      expect(pictureOf({ tweets: [...tweets, ...more] }).lines.join('')).toContain(counts)
    for (const none of [{ tweets: [] }, {}]) expect(pictureOf(none).lines).toEqual([])
  })
})

describe('the text to share', () => {
  const how = { screenName: 'someone', at: AT }
  const shareText = (changes: Partial<AccountCheck> = {}, upstream = 'x-api') =>
    accountShareText(finished({ ...result, ...changes }, { ...how, upstream }))

  const result: AccountCheck = {
    ...clearCheck,
    search_ban: true,
    ghost_ban: null,
    tweets: ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'NEW', undefined].map((status) => ({
      url: 'https://x.com/someone/status/1',
      status,
      isPinned: undefined,
    })),
  }

  it('the shared text of an account has its date, a line per ban, the counts of the posts, the hashtag, and the URL last', () => {
    expect(shareText()).toBe(
      [
        '@ someone のシャドウバンチェック結果',
        '2026/11/21',
        '',
        '✅ Search Suggestion Ban',
        '❌ Search Ban',
        '❓ Ghost Ban —',
        '✅ Reply Deboosting',
        '',
        '直近5件のポスト',
        '検索OK 1／検索除外 1／引用元除外 1／エラー 2',
        '',
        '#シャドウバンチェッカー',
        'https://site.test/',
      ].join('\n'),
    )
  })

  const items = recordByBan(() => ({ method: null, reason: null }))

  it('the shared text shows a search that found only some posts with its numbers, and never as ✅', () => {
    const search_ban = { method: 'recent_search', reason: null, looked: 5, found: 3 } as const
    const evidence = { time: AT, items: { ...items, search_ban } }
    const words = shareText({ search_ban: false, evidence })
    expect(words).not.toContain('🚫')
    expect(words).toContain('\n✅ Search Suggestion Ban\n⚠️ Search Ban 3/5\n❓ Ghost Ban —\n✅ Reply')
  })

  it.each([
    [['JP'], '🚫 日本で表示制限'],
    [['XX'], '🚫 日本で表示制限'],
    [['DE'], '🚫 表示の制限あり'],
  ])('the shared text of an account withheld in %o says where, after the bans', (withheld, line) => {
    const words = shareText({ evidence: { time: AT, items, withheld } })
    expect(words).toContain(`Reply Deboosting\n${line}\n`)
  })

  it('the shared text counts restricted and unsearched posts if there are any', () => {
    const tweets = ['RESTRICTED', 'UNSEARCHED', 'UNSEARCHED'].map((status) => ({ url: 'a', status }))
    const counts = '直近3件\n検索OK 0／検索除外 0／引用元除外 0／閲覧制限 1／未判定 2\n'
    expect(shareText({ tweets })).toContain(counts)
    expect(postsShareText(finished({ tweets }, how))).toContain('🔒 閲覧制限 1件\n❔ 未判定 2件')
  })

  it('the shared text omits the posts if none were checked', () => {
    expect(shareText({ tweets: [] })).not.toContain('直近')
    expect(shareText({ tweets: undefined })).not.toContain('直近')
  })

  it('the shared text of the posts counts them by verdict', () => {
    expect(postsShareText(finished(result, how))).toBe(
      [
        '@ someone の直近5件 検索除外チェック',
        '2026/11/21',
        '',
        '✅ 検索OK 1件',
        '❌ 検索除外 1件',
        '⚠️ 引用元除外 1件',
        '',
        '#シャドウバンチェッカー',
        'https://site.test/',
      ].join('\n'),
    )
  })
})
