import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { BANS, POST_GROUPS, recordByBan, recordByGroup } from '../../../contract/outcomes.ts'
import type { PostGroup } from '../../../contract/outcomes.ts'
import { LogAccountCard } from '../../../src/log/LogCards.tsx'
import { accountVerdict } from '../../../src/results/accountVerdict.ts'
import { groupByAccount, changeBetween, changeSentence } from '../../../src/results/changes.ts'
import type { ChangeKind } from '../../../src/results/changes.ts'
import { foundSinceSentence } from '../../../src/results/foundSince.ts'
import type { BanObservation, StoredCheck } from '../../../src/storage/records.ts'
import { formatShortTime } from '../../../src/text/japanese.ts'
import { logText } from '../../../src/text/log.ts'
import { resultText } from '../../../src/text/result.ts'
import { named, storedCheck } from '../log/deviceLog.ts'

const POSTS = { ...recordByGroup(() => 0), ok: 20 }
const BANS_KEPT = storedCheck().bans
const ids = (...posts: [string, PostGroup][]): StoredCheck['judged'] =>
  posts.map(([id, group]) => [id, group, null])

const seen = (name: string, at: number): BanObservation => ({
  about: `${name} search_ban`,
  name: named(name).name,
  item: 'search_ban',
  answer: 'seen',
  at,
})

describe('the accounts of the log', () => {
  it('the log lists the account with the latest entry first, and its checks and observations newest first', () => {
    const checks = [
      storedCheck({ ...named('B'), at: 9 }),
      storedCheck({ ...named('a'), at: 8 }),
      storedCheck({ ...named('b'), at: 7 }),
    ]
    const accounts = groupByAccount(checks, [seen('c', 10), seen('a', 2), seen('a', 1)])
    expect(accounts.map(({ account, name }) => [account, name])).toEqual([
      ['c', 'c'],
      ['b', 'B'],
      ['a', 'a'],
    ])
    expect(accounts.map(({ entries }) => entries.map(({ check }) => check.at))).toEqual([[], [9, 7], [8]])
    expect(accounts.map(({ observations }) => observations.map(({ at }) => at))).toEqual([[10], [], [2, 1]])
    expect(groupByAccount([], [])).toEqual([])
  })

  it('the log compares a check with the one before it of the same account, and never real with demo data', () => {
    const checks = [
      storedCheck({ at: 9 }),
      storedCheck({ at: 8, sandbox: true }),
      storedCheck({ ...named('other'), at: 7 }),
      storedCheck({ at: 6 }),
      storedCheck({ at: 5, sandbox: true }),
    ]
    const pairs = groupByAccount(checks, []).flatMap(({ entries }) =>
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
  const before = storedCheck({ at })
  const SINCE = '前回（11月21日 18:20）との違い：'
  const some = (found: number, looked = 9): Partial<StoredCheck> => ({ partly: { looked, found } })
  const ban = (flag: boolean | null): Partial<StoredCheck> => ({ bans: { ...BANS_KEPT, ghost_ban: flag } })
  const found = { bans: { ...BANS_KEPT, search_ban: true } }
  const missing = { posts: null, postsMissing: true }

  it.each<[before: Partial<StoredCheck>, now: Partial<StoredCheck>, sentence: string]>([
    [{}, ban(true), 'Ghost Banが新たに検出されました'],
    [ban(true), {}, 'Ghost Banが検出されなくなりました'],
    [ban(true), ban(null), '今回、Ghost Banは判定できませんでした'],
    [ban(null), ban(true), 'Ghost Banが検出されました（前回は未判定）'],
    [ban(null), {}, 'Ghost Banは検出されませんでした（前回は未判定）'],
    [
      {},
      { ...found, judged: [['11', 'excluded', null]] },
      'Search Banが新たに検出されました、前回の一覧になかったポストのうち1件が検索除外です',
    ],
    [{}, { posts: null }, '今回は直近のポストを調べていません'],
    [{ posts: null }, {}, '前回は直近のポストを調べていません'],
    [{}, missing, '今回は直近のポストを取得できませんでした'],
    [missing, { posts: null }, '前回は直近のポストを取得できませんでした'],
    [{}, some(4), '検索で見つかったポストが9件中4件だけになりました'],
    [some(4), some(4, 8), '検索で見つかったポストが8件中4件だけになりました'],
    [some(4), {}, '検索に出ないポストがなくなりました'],
    [some(4), found, 'Search Banが新たに検出されました'],
    [{}, { withheld: ['JP', 'DE'] }, '国による表示の制限が変わりました'],
    [
      {},
      { ...found, state: 'protect' },
      'アカウントの状態が「公開中」から「非公開アカウントです」に変わりました',
    ],
    [
      {},
      { ...found, state: 'no_tweet' },
      'アカウントの状態が「公開中」から「ポストが存在しません」に変わりました、Search Banが新たに検出されました',
    ],
  ])('the change since the last check is described from %o to %o', (earlier, later, sentence) => {
    expect(changeSentence({ ...before, ...earlier }, storedCheck({ at: at + 1, ...later }))).toBe(
      SINCE + sentence,
    )
  })

  it.each<[before: Partial<StoredCheck>, now: Partial<StoredCheck>]>([
    [{ state: 'not_found' }, { ...found, state: 'not_found' }],
    [{ withheld: ['JP', 'DE'] }, { withheld: ['DE', 'JP'] }],
    [{ version: 2 }, { version: 2 }],
  ])('the change since the last check is "unchanged" from %o to %o', (earlier, later) => {
    expect(changeSentence({ ...before, ...earlier }, storedCheck({ ...later, at: at + 1 }))).toBeNull()
  })

  it('checks by different versions of the method, or by an unknown one, are not compared', () => {
    const sentence = '前回（11月21日 18:20）とは判定の方法が違うため、比べていません'
    const now = (version: number) => storedCheck({ ...found, at: at + 1, version })
    expect(changeSentence({ ...before, version: 1 }, now(2))).toBe(sentence)
    expect(changeSentence(before, now(1))).toBe(sentence)
  })
})

describe('the second line of an answer', () => {
  const at = new Date(2026, 10, 26, 9, 12).getTime()
  const later = new Date(2026, 10, 27, 9).getTime()
  const unjudged = recordByBan(() => null)
  const ban = (search_ban: boolean | null): Partial<StoredCheck> => ({ bans: { ...unjudged, search_ban } })
  const partly = (found: number) => ({ ...ban(false), partly: { looked: 9, found } })
  const change = (before: Partial<StoredCheck>, now: Partial<StoredCheck>) =>
    changeBetween(storedCheck({ at, ...before }), storedCheck({ at: later, ...now }))

  it.each<[before: Partial<StoredCheck>, now: Partial<StoredCheck>, kind: ChangeKind, sentence: string]>([
    [ban(true), ban(false), 'better', 'Search Ban：検出 → 検出なし（前回 11月26日）'],
    [ban(false), ban(true), 'worse', 'Search Ban：検出なし → 検出（前回 11月26日）'],
    [ban(true), ban(null), 'other', 'Search Ban：検出 → 未判定（前回 11月26日）'],
    [ban(null), ban(true), 'other', 'Search Ban：未判定 → 検出（前回 11月26日）'],
    [ban(null), ban(false), 'other', 'Search Ban：未判定 → 検出なし（前回 11月26日）'],
    [ban(true), partly(4), 'better', 'Search Ban：検出 → 9件中4件だけ検索に表示（前回 11月26日）'],
    [ban(false), partly(4), 'worse', 'Search Ban：検出なし → 9件中4件だけ検索に表示（前回 11月26日）'],
    [
      partly(3),
      partly(4),
      'other',
      'Search Ban：9件中3件だけ検索に表示 → 9件中4件だけ検索に表示（前回 11月26日）',
    ],
    [partly(3), ban(false), 'better', 'Search Ban：9件中3件だけ検索に表示 → 検出なし（前回 11月26日）'],
  ])('the second line of a result says how the ban changed from %o to %o', (before, now, kind, sentence) => {
    expect(change(before, now)).toEqual({ kind, sentence, more: null })
  })

  it('the second line of a result names the ban if others were judged too, and the other changes follow', () => {
    const found = { bans: { ...BANS_KEPT, ghost_ban: true }, withheld: ['DE'] }
    expect(change(found, {})).toEqual({
      kind: 'better',
      sentence: 'Ghost Ban：検出 → 検出なし（前回 11月26日）',
      more: 'ほかの違い：国による表示の制限が変わりました',
    })
  })

  it('the second line of a result counts the bans that changed in the same way', () => {
    const found = { bans: { ...BANS_KEPT, search_ban: true, ghost_ban: true } }
    expect(change(found, {})).toEqual({
      kind: 'better',
      sentence: '2項目：検出 → 検出なし（前回 11月26日）',
      more: null,
    })
  })

  it('the second line of a result lists the changes of several bans, and is neutral if one is better and another worse', () => {
    const before = { bans: { ...BANS_KEPT, ghost_ban: true } }
    const now = { bans: { ...BANS_KEPT, search_ban: true } }
    expect(change(before, now)).toEqual({
      kind: 'other',
      sentence:
        '前回（11月26日）との違い：Search Banが新たに検出されました、Ghost Banが検出されなくなりました',
      more: null,
    })
  })

  it('the second line of a result does not count as a change what was not checked both times', () => {
    expect(change({ posts: null }, {})).toEqual({
      kind: 'same',
      sentence: '前回（11月26日）と比べられるところは変わっていません',
      more: '前回は直近のポストを調べていません',
    })
    expect(change({}, {})).toEqual({
      kind: 'same',
      sentence: '前回（11月26日）から変わっていません',
      more: null,
    })
  })

  it('the second line of a result distinguishes checks of one day by the time of day', () => {
    const now = { ...ban(false), at: at + 3_600_000 }
    expect(change(ban(true), now).sentence).toBe('Search Ban：検出 → 検出なし（前回 11月26日 9:12）')
  })

  it.each<[PostGroup, PostGroup, ChangeKind]>([
    ['excluded', 'ok', 'better'],
    ['ok', 'excluded', 'worse'],
    ['ok', 'error', 'other'],
  ])('the second line of a result judges a post that went from %s to %s as %s', (earlier, later, kind) => {
    const judged = (group: PostGroup) => ({ judged: ids(['11', group]) })
    expect(change(judged(earlier), judged(later))).toEqual({
      kind,
      sentence: `前回（11月26日）との違い：${logText.change.became(resultText.badge[later], 1)}`,
      more: null,
    })
  })
})

describe('a comparison with the last check', () => {
  const since = (changes: readonly string[]) => logText.since(formatShortTime(1000, 1000), changes)

  it('a change says that reposts were not requested, instead of counting fewer posts', () => {
    const before = storedCheck({ asked: { posts: true, reposts: true }, posts: { ...POSTS, unsearched: 10 } })
    const now = storedCheck({ asked: { posts: true, reposts: false }, posts: POSTS })
    expect(changeSentence(before, now)).toBe(since([logText.change.repostsAsked.before]))
    expect(changeSentence(now, before)).toBe(since([logText.change.repostsAsked.now]))
  })

  it('a change compares posts by their ids, even if as many are excluded as before', () => {
    const posts = { ...POSTS, ok: 1, excluded: 1 }
    const before = storedCheck({ posts, judged: ids(['11', 'excluded'], ['12', 'ok']) })
    const now = storedCheck({ posts, judged: ids(['11', 'ok'], ['12', 'excluded']) })
    const { became } = logText.change
    expect(changeSentence(before, now)).toBe(
      since([became(resultText.badge.ok, 1), became(resultText.badge.excluded, 1)]),
    )
    expect(changeSentence(before, before)).toBeNull()
  })

  it('a post that was not judged before did not become excluded: it could not be compared', () => {
    const before = storedCheck({
      posts: { ...POSTS, ok: 18 },
      judged: ids(['11', 'unsearched'], ['12', 'ok']),
    })
    const now = storedCheck({ posts: { ...POSTS, ok: 18 }, judged: ids(['11', 'excluded'], ['12', 'ok']) })
    const sentence = logText.change.unjudgedBefore(resultText.badge.excluded, 1)
    expect(changeSentence(before, now)).toBe(since([sentence]))
    expect(changeBetween(before, now)).toMatchObject({ kind: 'same', more: sentence })
    const unjudged = {
      bans: recordByBan(() => null),
      judged: ids(['11', 'unsearched']),
      posts: postsOf(['unsearched', 'unsearched']).posts,
    }
    const excluded = {
      ...unjudged,
      judged: ids(['11', 'excluded']),
      posts: postsOf(['excluded', 'excluded']).posts,
    }
    expect(changeSentence(storedCheck(unjudged), storedCheck(excluded))).toContain('比べられません')
  })

  it('a change distinguishes posts that are new in the list from posts whose result changed', () => {
    const before = storedCheck({ judged: ids(['11', 'ok'], ['12', 'ok']) })
    const now = storedCheck({
      posts: { ...POSTS, ok: 19, excluded: 1 },
      judged: ids(['12', 'ok'], ['13', 'excluded']),
    })
    expect(changeSentence(before, now)).toBe(since([logText.change.isNew(resultText.badge.excluded, 1)]))
  })

  it('a change never treats an unknown state of an account as one that can be checked', () => {
    const unknown = storedCheck({ state: 'unknown', bans: recordByBan(() => null), posts: null })
    const suspended = storedCheck({ state: 'suspend', posts: null })
    expect(changeSentence(suspended, unknown)).toBe(since([logText.change.stateUnknown.now]))
    expect(changeSentence(unknown, suspended)).toContain(logText.state.suspend)
    expect(changeSentence(unknown, suspended)).not.toContain(logText.state.open)
    expect(accountVerdict(unknown)).toMatchObject({ tone: 'unknown', sentence: resultText.verdict.unknown })
  })
})

const saysSame = (before: StoredCheck, now: StoredCheck) => changeSentence(before, now) === null

const flag = fc.constantFrom(true, false, null)
const count = fc.nat({ max: 2 })
const group = fc.constantFrom(...POST_GROUPS)
/** The members of a record whose two posts are in these groups; null if the posts were not checked. */
const postsOf = (groups: readonly [PostGroup, PostGroup] | null) => ({
  posts: groups && recordByGroup((group) => groups.filter((one) => one === group).length),
  judged: groups ? ids(['11', groups[0]], ['12', groups[1]]) : [],
})
/** Records that differ in everything but when they were made and whom they are about. */
const checks = fc
  .record({
    state: fc.constantFrom(
      'open' as const,
      'unknown' as const,
      'no_tweet' as const,
      'not_found' as const,
      'suspend' as const,
    ),
    bans: fc.record(recordByBan(() => flag)),
    partly: fc.option(fc.record({ looked: fc.constantFrom(5, 6), found: count })),
    withheld: fc.subarray(['JP', 'DE', 'XX']),
    postsMissing: fc.boolean(),
    version: fc.constantFrom(null, 1, 2),
    groups: fc.option(fc.tuple(group, group)),
  })
  .map(({ groups, ...changes }) => storedCheck({ ...changes, ...postsOf(groups) }))

/** All that the log shows of a check, without what changed. */
const shown = (check: StoredCheck) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LogAccountCard
        account={check.account}
        name={check.name}
        entries={[{ check, before: null }]}
        observations={[]}
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
  .map(([before, other, member]): [StoredCheck, StoredCheck] => {
    if (member === 'all') return [before, other]
    const ban = BANS.find((ban) => ban === member)
    if (ban) return [before, { ...before, bans: { ...before.bans, [ban]: other.bans[ban] } }]
    if (member === 'posts') return [before, { ...before, posts: other.posts, judged: other.judged }]
    return [before, { ...before, [member]: other[member as 'state'] }]
  })

it('two checks that the log shows differently are never called unchanged, and the same check twice is no change', () => {
  fc.assert(
    fc.property(pairs, ([before, now]) => {
      expect(saysSame(before, now) && shown(before) !== shown(now)).toBe(false)
      // Of two checks that judged nothing, nothing is said.
      const again = changeBetween(before, { ...before, at: before.at + 1 })
      expect(['same', 'incomparable']).toContain(again.kind)
    }),
  )
})

describe('checks that cannot be compared', () => {
  const unknown = recordByBan(() => null)
  it('a check of another account under the same name is not compared', () => {
    const [before, now] = [storedCheck({ userId: '1' }), storedCheck({ userId: '2', bans: { ...unknown } })]
    const sentence = '前回とは別のアカウントです。比べられません。'
    expect(changeBetween(before, now)).toMatchObject({ kind: 'incomparable', sentence })
    expect(changeSentence(before, now)).toBe(sentence)
    expect(changeBetween(before, storedCheck({ userId: '1' })).kind).toBe('same')
  })

  it.each<[string, Partial<StoredCheck>, ChangeKind]>([
    ['nothing', { bans: unknown, posts: null }, 'incomparable'],
    ['only one post', { bans: unknown, posts: { ...recordByGroup(() => 0), ok: 1 } }, 'same'],
    ['nothing, because the account is suspended,', { bans: unknown, state: 'suspend' }, 'same'],
  ])('two checks in which %s was judged are told apart from unchanged ones', (_, kept, kind) => {
    expect(changeBetween(storedCheck(kept), storedCheck(kept)).kind).toBe(kind)
  })
})

describe('since when a ban has been found', () => {
  const day = (date: number) => new Date(2026, 10, date, 12).getTime()
  const check = (date: number, flag: boolean | null, more: Partial<StoredCheck> = {}) =>
    storedCheck({ at: day(date), bans: { ...BANS_KEPT, search_ban: flag }, ...more })
  /** What the check of the 28th says, after those before it, the last one first. */
  const sentence = (...earlier: StoredCheck[]) => foundSinceSentence(check(28, true), earlier, 'search_ban')

  it('the sentence names the first check in a row that found the ban, and the last one before that did not', () => {
    expect(sentence(check(27, true), check(20, true), check(13, false), check(6, true))).toBe(
      '11月20日のチェックから検出（11月13日は検出なし）',
    )
    expect(sentence(check(27, true))).toBe('11月27日のチェックから検出')
  })

  it('checks that did not judge the ban neither begin nor end it', () => {
    expect(sentence(check(27, null), check(20, true), check(14, null), check(13, false))).toBe(
      '11月20日のチェックから検出（11月13日は検出なし）',
    )
    expect(sentence(check(27, null), check(13, false))).toBe('今回のチェックから検出（11月13日は検出なし）')
  })

  it('nothing is said of a ban that is new, which the change says, or that is not found', () => {
    expect(sentence()).toBeNull()
    expect(sentence(check(27, false), check(20, true))).toBeNull()
    expect(foundSinceSentence(check(28, false), [check(27, true)], 'search_ban')).toBeNull()
    expect(foundSinceSentence(check(28, null), [check(27, true)], 'search_ban')).toBeNull()
  })

  it('checks of the demo, of another account and by another version of the method do not count', () => {
    expect(sentence(check(27, true, { sandbox: true }))).toBeNull()
    expect(sentence(check(27, true), check(20, true, { version: 7 }))).toBe('11月27日のチェックから検出')
    const now = check(28, true, { userId: '1' })
    const before = [check(27, true, { userId: '1' }), check(20, true, { userId: '2' })]
    expect(foundSinceSentence(now, before, 'search_ban')).toBe('11月27日のチェックから検出')
  })

  it('a check of the same day is named by its time too', () => {
    const now = { ...check(28, true), at: day(28) + 60_000 }
    expect(foundSinceSentence(now, [check(28, true)], 'search_ban')).toBe('11月28日 12:00のチェックから検出')
  })
})
