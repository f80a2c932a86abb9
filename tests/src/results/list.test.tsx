import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import { ScreenName } from '../../../contract/wire.ts'
import { rowHeight } from '../../../src/results/PostList.tsx'
import { PostDate } from '../../../src/results/PostRow.tsx'
import { accountsOf, changeSentence } from '../../../src/results/changes.ts'
import { rowOf } from '../../../src/results/posts.ts'
import { BAN_STATES, banLabel, batchVerdict, stateOfFlag } from '../../../src/results/verdicts.ts'
import type { Finding } from '../../../src/storage/records.ts'
import { resultText } from '../../../src/text/result.ts'
import { loggedCheck } from '../log/deviceLog.ts'
import { weightedLength } from './weightedLength.ts'

describe('Post list', () => {
  const url = 'https://x.com/a/status/1980000000000000000'
  const heightOf = (status: string) => rowHeight(rowOf({ url, status }, 0))

  it('grows by the words of the post and by the way to look for it, each only where the row has it', () => {
    const bare = heightOf('NOT_FOUND')
    const withWords = heightOf('AVAILABLE')
    const withBoth = heightOf('UNSEARCHED')
    const evidence = { visible: false, found: null, reason: 'failed' } as const
    const withSearch = rowHeight(rowOf({ url, status: 'RESTRICTED', evidence }, 0))
    expect(bare).toBeGreaterThan(0)
    expect([withWords > bare, withSearch > bare, withBoth > Math.max(withWords, withSearch)]).toEqual([
      true,
      true,
      true,
    ])
    expect(withBoth - withSearch).toBe(withWords - bare)
  })
})

describe('Post row', () => {
  // Made at 19:54:56 UTC on the second of March 2020: on a device in Japan that is the third.
  const URL_OF_POST = 'https://x.com/a/status/1234567890123456789'
  const html = (url: string, now: number) => renderToStaticMarkup(<PostDate url={url} now={now} />)
  const words = (...given: Parameters<typeof html>) => html(...given).replaceAll(/<[^>]+>/g, '')

  it('shows when a post was made on the device’s clock, with the year where that is another one there', () => {
    expect(words(URL_OF_POST, Date.UTC(2020, 5, 1))).toBe('3月3日 04:54')
    expect(words(URL_OF_POST, Date.UTC(2020, 11, 31, 14, 59))).toBe('3月3日 04:54')
    expect(words(URL_OF_POST, Date.UTC(2020, 11, 31, 15))).toBe('2020年3月3日 04:54')
    expect(html(URL_OF_POST, 0)).toContain('dateTime="2020-03-02T19:54:56.824Z"')
  })

  it('shows nothing for what holds no time', () => {
    expect(html('https://x.com/a/status/1', 0)).toBe('')
    expect(html('no post', 0)).toBe('')
  })
})

describe('timeline', () => {
  const named = (name: string) => ({ account: name.toLowerCase(), name: parse(ScreenName, name) })
  const finding = (name: string, at: number): Finding => ({
    ...named(name),
    ban: 'search_ban',
    answer: 'seen',
    at,
  })

  describe('the accounts of the log', () => {
    it('have their checks and findings newest first, and the latest account comes first', () => {
      const checks = [
        loggedCheck({ ...named('B'), at: 9 }),
        loggedCheck({ ...named('a'), at: 8 }),
        loggedCheck({ ...named('b'), at: 7 }),
      ]
      const accounts = accountsOf(checks, [finding('c', 10), finding('a', 2), finding('a', 1)])
      expect(accounts.map(({ account, name }) => [account, name])).toEqual([
        ['c', 'c'],
        ['b', 'B'],
        ['a', 'a'],
      ])
      expect(accounts.map(({ entries }) => entries.map(({ check }) => check.at))).toEqual([[], [9, 7], [8]])
      expect(accounts.map(({ findings }) => findings.map(({ at }) => at))).toEqual([[10], [], [2, 1]])
      expect(accountsOf([], [])).toEqual([])
    })

    it('compare a check with the one before it of the same account, and never real with invented', () => {
      const checks = [
        loggedCheck({ at: 9 }),
        loggedCheck({ at: 8, sandbox: true }),
        loggedCheck({ ...named('other'), at: 7 }),
        loggedCheck({ at: 6 }),
        loggedCheck({ at: 5, sandbox: true }),
      ]
      const pairs = accountsOf(checks, []).flatMap(({ entries }) =>
        entries.map(({ check, before }) => [check.at, before?.at ?? null]),
      )
      expect(pairs).toEqual([
        [9, 6],
        [8, 5],
        [6, null],
        [5, null],
        [7, null],
      ])
    })

    it('are sorted by a finding that came after the last check', () => {
      const checks = [loggedCheck({ ...named('a'), at: 9 }), loggedCheck({ ...named('b'), at: 5 })]
      expect(accountsOf(checks, [finding('b', 10)]).map(({ account }) => account)).toEqual(['b', 'a'])
    })
  })

  describe('what changed since the check before', () => {
    const at = new Date(2026, 10, 21, 18, 20).getTime()
    const before = loggedCheck({ at })
    const bans = before.bans
    const posts = { ok: 17, excluded: 3, quote: 0, restricted: 0, unsearched: 0, error: 0 }

    it.each([
      [{ search_ban: true }, 'Search Ban が新たに検出されました'],
      [{ search_ban: null }, 'Search Ban を判定できませんでした'],
      [
        { search_suggestion_ban: true, reply_deboosting: true },
        'Search Suggestion Ban が新たに検出されました、Reply Deboosting が新たに検出されました',
      ],
    ])('says %j', (change, sentence) => {
      const now = loggedCheck({ at: at + 1, bans: { ...bans, ...change } })
      expect(changeSentence(before, now)).toBe(`前回（2026年11月21日 18時20分）から：${sentence}`)
    })

    it.each([
      [true, false, 'Ghost Ban が検出されなくなりました'],
      [true, null, 'Ghost Ban を判定できませんでした'],
      [null, true, 'Ghost Ban が検出されました（前回は判定不可）'],
      [null, false, 'Ghost Ban は検出されませんでした（前回は判定不可）'],
    ])('from %j to %j', (earlier, later, sentence) => {
      const from = loggedCheck({ at, bans: { ...bans, ghost_ban: earlier } })
      const to = loggedCheck({ at: at + 1, bans: { ...bans, ghost_ban: later } })
      expect(changeSentence(from, to)).toBe(`前回（2026年11月21日 18時20分）から：${sentence}`)
    })

    it('says nothing new where nothing changed', () => {
      const same = '前回（2026年11月21日 18時20分）から変わっていません'
      expect(changeSentence(before, loggedCheck({ at: at + 1 }))).toBe(same)
      const unknown = loggedCheck({ at, bans: { ...bans, ghost_ban: null } })
      expect(changeSentence(unknown, { ...unknown, at: at + 1 })).toBe(same)
      const gone = loggedCheck({ at, state: 'not_found' })
      expect(
        changeSentence(gone, loggedCheck({ state: 'not_found', bans: { ...bans, search_ban: true } })),
      ).toBe(same)
    })

    it('counts the posts of each group, after the bans', () => {
      const now = loggedCheck({ bans: { ...bans, search_ban: true }, posts })
      expect(changeSentence(before, now)).toBe(
        '前回（2026年11月21日 18時20分）から：Search Ban が新たに検出されました、検索OKのポストが20件から17件になりました、検索除外のポストが0件から3件になりました',
      )
    })

    it('says which of the checks looked at no posts, and whether they could not be fetched', () => {
      const none = loggedCheck({ at, posts: null })
      const missing = loggedCheck({ at, posts: null, postsMissing: true })
      const since = '前回（2026年11月21日 18時20分）から：'
      expect(changeSentence(before, none)).toBe(`${since}今回は直近のポストを調べていません`)
      expect(changeSentence(none, before)).toBe(`${since}前回は直近のポストを調べていません`)
      expect(changeSentence(before, missing)).toBe(`${since}今回は直近のポストを取得できませんでした`)
      expect(changeSentence(missing, none)).toBe(`${since}前回は直近のポストを取得できませんでした`)
    })

    it('says when search begins to find only some posts, when the numbers change, and when that ends', () => {
      const some = (found: number) => loggedCheck({ at, partly: { looked: 9, found } })
      const said = '前回（2026年11月21日 18時20分）から：検索で見つかったポストが9件中'
      expect(changeSentence(before, some(4))).toBe(`${said}4件だけになりました`)
      expect(changeSentence(some(4), some(3))).toBe(`${said}3件だけになりました`)
      expect(changeSentence(some(4), loggedCheck({ partly: { looked: 8, found: 4 } }))).toContain('8件中4件')
      expect(changeSentence(some(4), some(4))).toContain('変わっていません')
      expect(changeSentence(some(4), before)).toContain('見つかる状態ではなくなりました')
      const banned = loggedCheck({ bans: { ...bans, search_ban: true } })
      expect(changeSentence(some(4), banned)).not.toContain('状態ではなくなりました')
    })

    it('says that X withholds the account in other countries, whatever their order', () => {
      const japan = loggedCheck({ at, withheld: ['JP', 'DE'] })
      expect(changeSentence(before, japan)).toContain('国による表示の制限が変わりました')
      expect(changeSentence(japan, before)).toContain('国による表示の制限が変わりました')
      expect(changeSentence(japan, loggedCheck({ withheld: ['DE', 'JP'] }))).toContain('変わっていません')
      expect(japan.withheld).toEqual(['JP', 'DE'])
    })

    it('names the states of an account that could not be judged, and compares no bans with it', () => {
      const protectedNow = loggedCheck({ state: 'protect', bans: { ...bans, search_ban: true } })
      expect(changeSentence(before, protectedNow)).toBe(
        '前回（2026年11月21日 18時20分）から：アカウントの状態が「チェックできるアカウント」から「非公開アカウントです」に変わりました',
      )
      expect(changeSentence({ ...protectedNow, at }, before)).toContain(
        '「非公開アカウントです」から「チェックできるアカウント」に',
      )
    })

    it('judges an account without posts like any other', () => {
      const now = loggedCheck({ state: 'no_tweet', bans: { ...bans, search_ban: true } })
      expect(changeSentence(before, now)).toBe(
        '前回（2026年11月21日 18時20分）から：アカウントの状態が「チェックできるアカウント」から「ポストが存在しません」に変わりました、Search Ban が新たに検出されました',
      )
      expect(changeSentence({ ...now, at }, before)).toContain('検出されなくなりました')
    })
  })
})

describe('weighted length', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['あ', 2],
    ['𠮷', 2],
    ['\u10ff', 1],
    ['\u1100', 2],
    ['\u200d', 1],
    ['\u2010', 1],
    ['\u2026', 2],
    ['\u2032', 1],
    ['\u2042', 2],
    ['©', 1],
    ['e\u0301', 1],
    ['❌', 2],
    ['⚠', 2],
    ['⚠️', 2],
    ['1️⃣', 2],
    ['👍🏽', 2],
    ['🇯🇵', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['@name', 5],
    ['#シャドウバン', 13],
    ['http://x.jp', 23],
    ['https://example.com/a?b=c', 23],
    ['あhttps://a-long-host-name.example.co.jp/tweetcheck/history/A_-bcdefghijklmnopqr01', 25],
  ])('weighs %j as twitter-text 3.1.0 does', (post, weight) => {
    expect(weightedLength(post)).toBe(weight)
  })
})

describe('verdicts', () => {
  describe('banStates', () => {
    it('counts only flags as judged, and gives ✅ to nothing but a clear one', () => {
      expect([true, false, null].map((flag) => stateOfFlag(flag))).toEqual(['found', 'clear', 'unknown'])
      const clear = Object.entries(BAN_STATES).filter(([, { mark, tone }]) =>
        [mark, tone].some((sign) => sign === '✅' || sign === 'ok'),
      )
      expect(clear.map(([name]) => name)).toEqual(['clear'])
      expect([BAN_STATES.unknown.isJudged, BAN_STATES.notOffered.isJudged]).toEqual([false, false])
    })

    it('names each ban with what it does', () => {
      expect(BANS.map(banLabel)).toEqual([
        'Search Suggestion Ban（検索候補に出にくい）',
        'Search Ban（検索に出ない）',
        'Ghost Ban（返信が表示されない）',
        'Reply Deboosting（返信が下に回される）',
      ])
    })
  })

  describe('batchVerdict', () => {
    const { postsVerdict: verdict } = resultText

    const NEW = { restricted: 0, unsearched: 0 }

    it.each([
      [{ ok: 3, excluded: 0, quote: 0, error: 0, ...NEW }, 'ok', verdict.none],
      [{ ok: 3, excluded: 2, quote: 1, error: 1, ...NEW }, 'excluded', verdict.excluded(2)],
      [{ ok: 3, excluded: 0, quote: 1, error: 1, ...NEW }, 'warning', verdict.quote(1)],
      [{ ok: 3, excluded: 0, quote: 0, error: 1, ...NEW }, 'unknown', verdict.partly],
      [{ ok: 0, excluded: 0, quote: 0, error: 2, ...NEW }, 'unknown', verdict.unknown],
      [{ ok: 3, excluded: 0, quote: 0, error: 0, restricted: 0, unsearched: 1 }, 'unknown', verdict.partly],
      [
        { ok: 3, excluded: 0, quote: 0, error: 0, restricted: 2, unsearched: 1 },
        'warning',
        verdict.restricted(2),
      ],
      [{ ok: 0, excluded: 0, quote: 0, error: 0, ...NEW }, 'unknown', verdict.unknown],
      [{ ok: 0, excluded: 0, quote: 2, error: 0, restricted: 1, unsearched: 0 }, 'warning', verdict.quote(2)],
    ] as const)(
      'says the worst of %o first, and calls nothing clear that is not',
      (counts, tone, sentence) => {
        expect(batchVerdict(counts, 0)).toEqual({ tone, sentence })
      },
    )

    it('says that search was not asked only where that is why none was judged', () => {
      const none = { ok: 0, excluded: 0, quote: 0, error: 0, ...NEW }
      const said = (counts: Partial<typeof none>) => batchVerdict({ ...none, ...counts }, 0)
      expect(said({ unsearched: 2 })).toEqual({ tone: 'unknown', sentence: verdict.unsearched })
      expect(said({ unsearched: 2, error: 1 }).sentence).toBe(verdict.unknown)
      expect(said({}).sentence).toBe(verdict.unknown)
    })

    it('is amber, and says so, where posts could not be fetched and nothing worse was found', () => {
      const counts = { ok: 18, excluded: 0, quote: 0, error: 4, ...NEW }
      expect(batchVerdict(counts, 2)).toEqual({ tone: 'warning', sentence: verdict.failed(2) })
      expect(batchVerdict({ ...counts, ok: 0 }, 4)).toEqual({ tone: 'warning', sentence: verdict.failed(4) })
      expect(batchVerdict({ ...counts, excluded: 1 }, 2)).toEqual({
        tone: 'excluded',
        sentence: verdict.excluded(1),
      })
    })
  })
})
