import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { ScreenName } from '../../../contract/wire.ts'
import { accountsOf, changeSentence } from '../../../src/results/changes.ts'
import type { AccountObservation } from '../../../src/storage/records.ts'
import { loggedCheck } from '../log/deviceLog.ts'

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
