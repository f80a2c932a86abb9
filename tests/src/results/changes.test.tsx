import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { BANS, GROUPS } from '../../../contract/outcomes.ts'
import { ScreenName } from '../../../contract/wire.ts'
import { LogAccountCard } from '../../../src/log/LogCards.tsx'
import { accountsOf, changeSentence, loggedState, summaryOf } from '../../../src/results/changes.ts'
import type { GroupCounts } from '../../../src/results/posts.ts'
import { bansSentence } from '../../../src/results/verdicts.ts'
import { LoggedCheck } from '../../../src/storage/records.ts'
import type { AccountObservation } from '../../../src/storage/records.ts'
import { logText } from '../../../src/text/log.ts'
import { resultText } from '../../../src/text/result.ts'
import { loggedCheck } from '../log/deviceLog.ts'

describe('summaryOf', () => {
  const { verdict } = resultText
  const CLEAR = {
    account: 'name',
    name: parse(ScreenName, 'name'),
    at: 0,
    sandbox: false,
    state: 'open' as const,
    bans: { search_suggestion_ban: false, search_ban: false, ghost_ban: false, reply_deboosting: false },
    partly: null,
    withheld: [],
    postsMissing: false,
    version: null,
    ticks: [],
    posts: { ok: 20, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 0 },
  } satisfies LoggedCheck
  const EXCLUDED = { ok: 17, excluded: 3, quote: 0, restricted: 0, unsearched: 0, error: 0 }
  const PARTLY = { ...CLEAR.bans, ghost_ban: null }

  it('is clear where nothing was found, with posts or without', () => {
    expect(summaryOf(CLEAR)).toEqual({ tone: 'ok', sentence: verdict.none })
    expect(summaryOf({ ...CLEAR, posts: null })).toEqual({ tone: 'ok', sentence: verdict.none })
  })

  it('has no ✓ over excluded posts', () => {
    expect(summaryOf({ ...CLEAR, posts: EXCLUDED })).toEqual({ tone: 'warning', sentence: verdict.none })
    expect(summaryOf({ ...CLEAR, bans: PARTLY, posts: EXCLUDED }).tone).toBe('warning')
  })

  it('has no ✓ over restricted or faulty posts or restricted quotes, a search that found only some, an account withheld somewhere, or posts that could not be fetched', () => {
    const posts = { ...CLEAR.posts, ok: 19 }
    expect(summaryOf({ ...CLEAR, posts: { ...posts, restricted: 1 } }).tone).toBe('warning')
    expect(summaryOf({ ...CLEAR, posts: { ...posts, quote: 1 } }).tone).toBe('warning')
    expect(summaryOf({ ...CLEAR, posts: { ...posts, error: 1 } }).tone).toBe('warning')
    expect(summaryOf({ ...CLEAR, partly: { looked: 5, found: 3 } }).tone).toBe('warning')
    expect(summaryOf({ ...CLEAR, withheld: ['JP'] }).tone).toBe('warning')
    expect(summaryOf({ ...CLEAR, posts: null, postsMissing: true }).tone).toBe('warning')
  })

  it('bears the sign of what was judged, beside items and posts that were not', () => {
    const posts = { ...CLEAR.posts, ok: 19, unsearched: 1 }
    expect(summaryOf({ ...CLEAR, posts }).tone).toBe('ok')
    expect(summaryOf({ ...CLEAR, bans: PARTLY })).toEqual({
      tone: 'ok',
      sentence: 'Search Suggestion Ban、Search Ban、Reply Deboostingは検出されませんでした',
    })
    expect(summaryOf({ ...CLEAR, state: 'protect' }).sentence).toBe(logText.state.protect)
  })

  it('says of found bans what the result said, and names them', () => {
    const bans = { ...PARTLY, search_ban: true }
    expect(summaryOf({ ...CLEAR, bans, posts: EXCLUDED })).toEqual({
      tone: 'excluded',
      sentence: bansSentence(bans),
      found: logText.found(['Search Ban（検索に出ない）']),
    })
  })

  it('says of an account without posts what the result said', () => {
    expect(summaryOf({ ...CLEAR, state: 'no_tweet', posts: null })).toEqual({
      tone: 'unknown',
      sentence: resultText.state.no_tweet.title,
    })
    const bans = { ...CLEAR.bans, search_ban: true }
    expect(summaryOf({ ...CLEAR, state: 'no_tweet', posts: null, bans }).sentence).toBe(bansSentence(bans))
  })

  it('reads the records of older pages, which know neither restricted nor unsearched posts, nor partly found ones', () => {
    const { partly: _, withheld: __, postsMissing: ___, version: ____, ...older } = CLEAR
    const posts = { ok: 17, excluded: 3, quote: 0, error: 0 }
    expect(parse(LoggedCheck, { ...older, posts })).toEqual({ ...CLEAR, posts: EXCLUDED })
  })
})

describe('loggedState', () => {
  it('says of a search that found all, or some of another item, nothing but the flag', () => {
    const check = loggedCheck({ partly: null })
    expect(loggedState(check, 'search_ban')).toEqual({ name: 'clear', tone: 'ok', words: resultText.ban.no })
    const some = loggedCheck({ partly: { looked: 9, found: 4 } })
    expect(loggedState(some, 'ghost_ban')).toEqual({ name: 'clear', tone: 'ok', words: resultText.ban.no })
  })

  it('says of each item what was kept, and calls nothing clear that was not judged', () => {
    const check = loggedCheck({
      bans: { search_suggestion_ban: false, search_ban: false, ghost_ban: null, reply_deboosting: true },
      partly: { looked: 9, found: 4 },
    })
    expect(loggedState(check, 'search_suggestion_ban')).toEqual({
      name: 'clear',
      tone: 'ok',
      words: resultText.ban.no,
    })
    expect(loggedState(check, 'search_ban')).toEqual({
      name: 'partly',
      tone: 'warning',
      words: resultText.ban.partly(9, 4),
    })
    expect(loggedState(check, 'ghost_ban')).toEqual({
      name: 'unknown',
      tone: 'unknown',
      words: resultText.ban.unknown,
    })
    expect(loggedState(check, 'reply_deboosting')).toEqual({
      name: 'found',
      tone: 'excluded',
      words: resultText.ban.yes,
    })
  })

  it('says nothing of the items of an account that could not be judged', () => {
    expect(loggedState(loggedCheck({ state: 'suspend' }), 'search_ban')).toBeNull()
  })
})

const named = (name: string) => ({ account: name.toLowerCase(), name: parse(ScreenName, name) })
const finding = (name: string, at: number): AccountObservation => ({
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
})

describe('what changed since the check before', () => {
  const at = new Date(2026, 10, 21, 18, 20).getTime()
  const before = loggedCheck({ at })
  const bans = before.bans
  const posts = { ok: 17, excluded: 3, quote: 0, restricted: 0, unsearched: 0, error: 0 }

  it.each([
    [{ search_ban: true }, 'Search Ban が新たに検出されました'],
    [{ search_ban: null }, 'Search Ban は今回は未判定です'],
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
    [true, null, 'Ghost Ban は今回は未判定です'],
    [null, true, 'Ghost Ban が検出されました（前回は未判定）'],
    [null, false, 'Ghost Ban は検出されませんでした（前回は未判定）'],
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

const saysSame = (before: LoggedCheck, now: LoggedCheck) =>
  changeSentence(before, now).endsWith('から変わっていません')

/** No posts, and every way in which each of the six groups has a post or none. */
const POSTS: (GroupCounts | null)[] = [
  null,
  ...Array.from({ length: 2 ** GROUPS.length }, (_, bits) => {
    const [ok = 0, excluded = 0, quote = 0, restricted = 0, unsearched = 0, error = 0] = GROUPS.map(
      (_, place) => (bits >> place) & 1,
    )
    return { ok, excluded, quote, restricted, unsearched, error }
  }),
]

it('says that nothing changed of equal counts alone, over all 4,225 pairs of them', () => {
  const pairs = POSTS.flatMap((before) => POSTS.map((now) => [before, now] as const))
  const same = pairs.filter(([before, now]) =>
    saysSame(loggedCheck({ posts: before }), loggedCheck({ posts: now })),
  )
  expect(pairs).toHaveLength(4225)
  expect(same.filter(([before, now]) => before !== now)).toEqual([])
  expect(same).toHaveLength(65)
})

const flag = fc.constantFrom(true, false, null)
const count = fc.nat({ max: 2 })
/** Records that differ in everything but when they were made and whom they are about. */
const checks = fc
  .record({
    state: fc.constantFrom('open' as const, 'no_tweet' as const, 'not_found' as const, 'suspend' as const),
    bans: fc.record({
      search_suggestion_ban: flag,
      search_ban: flag,
      ghost_ban: flag,
      reply_deboosting: flag,
    }),
    partly: fc.option(fc.record({ looked: fc.constantFrom(5, 6), found: count })),
    withheld: fc.subarray(['JP', 'DE', 'XX']),
    postsMissing: fc.boolean(),
    version: fc.constantFrom(null, 1, 2),
    posts: fc.option(
      fc.record({
        ok: count,
        excluded: count,
        quote: count,
        restricted: count,
        unsearched: count,
        error: count,
      }),
    ),
  })
  .map(loggedCheck)

/** All that the log shows of a check, without what changed. */
const shown = (check: LoggedCheck) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LogAccountCard
        account={check.account}
        name={check.name}
        entries={[{ check, before: null }]}
        findings={[]}
      />
    </MemoryRouter>,
  )

/** Two records that differ in at most one member, or in any. */
const pairs = fc
  .tuple(
    checks,
    checks,
    fc.constantFrom('all', 'state', 'posts', 'partly', 'withheld', 'postsMissing', ...BANS),
  )
  .map(([before, other, member]): [LoggedCheck, LoggedCheck] => {
    if (member === 'all') return [before, other]
    const ban = BANS.find((ban) => ban === member)
    if (ban) return [before, { ...before, bans: { ...before.bans, [ban]: other.bans[ban] } }]
    return [before, { ...before, [member]: other[member as 'state'] }]
  })

it('never says that nothing changed of two checks that the log shows differently, and always of the same one', () => {
  fc.assert(
    fc.property(pairs, ([before, now]) => {
      expect(saysSame(before, now) && shown(before) !== shown(now)).toBe(false)
      expect(saysSame(before, { ...before, at: before.at + 1 })).toBe(true)
    }),
  )
})

it('compares no checks by different versions of the method, nor with one whose version is not known', () => {
  const sentence = '前回（1970年1月1日 09時00分）とは判定の方法が違うため、比べていません'
  const at = new Date(1970, 0, 1, 9).getTime()
  const banned = { ...loggedCheck().bans, search_ban: true }
  expect(changeSentence(loggedCheck({ at, version: 1 }), loggedCheck({ version: 2, bans: banned }))).toBe(
    sentence,
  )
  expect(changeSentence(loggedCheck({ at }), loggedCheck({ version: 1 }))).toBe(sentence)
  expect(changeSentence(loggedCheck({ at, version: 2 }), loggedCheck({ version: 2 }))).toContain(
    '変わっていません',
  )
})
