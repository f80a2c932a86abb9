import { reasonNamed } from '../../contract/reasonNamed.ts'
import { whyUnlisted } from '../../../src/text/reasons.ts'
import { describe, expect, it } from 'vitest'
import type { AccountCheck, PostResult, ItemEvidence } from '../../../contract/wire.ts'
import {
  accountVerdict,
  couldBansBeJudged,
  isCheckShareable,
  explainMissingPosts,
  latestPostsSummary,
  storedBanState,
} from '../../../src/results/accountVerdict.ts'
import { factSentences } from '../../../src/results/checkFacts.ts'
import type { PostGroup } from '../../../contract/outcomes.ts'
import type { StoredCheck } from '../../../src/storage/records.ts'
import type { AccountPageVariant } from '../../../src/account/checkAccount.ts'
import { resultText } from '../../../src/text/result.ts'
import { idOf } from '../../contract/idOf.ts'
import { clearCheck, finished } from '../account/clearCheck.ts'
import { recordByBan, recordByGroup } from '../../../contract/outcomes.ts'

const verdictOn = (check: AccountCheck, variant: AccountPageVariant = 'main', posts = false) =>
  accountVerdict(finished(check, { variant, posts }))

const { api_status: open } = clearCheck

const none = { search_suggestion_ban: null, ghost_ban: null, reply_deboosting: null }
const tweets = [
  { url: 'a', status: 'AVAILABLE' },
  { url: 'b', status: 'UNSEARCHED' },
]

it.each([
  [{}, 'ok', 'シャドウバンは検出されませんでした'],
  [{ ghost_ban: null }, 'ok', 'Search Suggestion Ban、Search Ban、Reply Deboostingは検出されませんでした'],
  [{ search_ban: true, ghost_ban: true }, 'excluded', 'Search Ban、Ghost Banが検出されました'],
  [
    { search_ban: true, ghost_ban: true, reply_deboosting: true },
    'excluded',
    '3件のシャドウバンが検出されました',
  ],
  [{ ...none, tweets }, 'ok', 'ポストは検索に出ています'],
  [{ ...none, tweets: [{ url: 'a', status: 'FORBIDDEN' }] }, 'warning', 'Search Banは検出されませんでした'],
  [{ tweets: [{ url: 'a', status: 'UNKNOWN' }] }, 'warning', 'シャドウバンは検出されませんでした'],
  [{ ...none, search_ban: true }, 'excluded', 'Search Banが検出されました'],
  [{ ...none, search_ban: null, tweets }, 'unknown', 'シャドウバンかどうかは判定できませんでした'],
] as const)('the verdict speaks of what was judged, and bears its sign: %o', (changes, tone, sentence) => {
  expect(verdictOn({ ...clearCheck, ...changes } as AccountCheck)).toMatchObject({ tone, sentence })
})

it.each([
  [['JP'], 'warning'],
  [['<b>', 'jp'], 'ok'],
])('codes of countries (%o) withhold the ✓ only if the page can say which', (withheld, tone) => {
  const check = { ...finished(clearCheck, { variant: 'main', posts: false }), withheld }
  expect(accountVerdict(check).tone).toBe(tone)
  expect(factSentences(check, 'page')).toHaveLength(tone === 'ok' ? 0 : 1)
  expect(factSentences(check, 'shared')).toHaveLength(tone === 'ok' ? 0 : 1)
})

const limited = { ...open, userSearchGroup: { rate_limit: true } }

it.each([
  [{ not_found: true, suspend: true }, 'main', 'ユーザーが見つかりません'],
  [{ not_found: true, suspend: true }, 'test', 'アカウントが凍結されています'],
  [{ suspend: true, protect: true, no_tweet: true }, 'main', 'アカウントが凍結されています'],
  [{ protect: true, no_tweet: true }, 'main', '非公開アカウントです'],
  [{ no_tweet: true, api_status: limited }, 'main', 'ポストが存在しません'],
  [
    { api_status: limited },
    'main',
    'サーバー負荷により取得できませんでした。時間帯をずらして再度実施いただきますようお願いいたします。',
  ],
] as const)(
  'the verdict is the reason why an account cannot be judged: %o on the %s page',
  (state, variant, sentence) => {
    expect(verdictOn({ ...clearCheck, ...state }, variant)).toMatchObject({ tone: 'unknown', sentence })
  },
)

it('the verdict is amber if the requested posts could not be fetched and no ban was found', () => {
  expect(verdictOn(clearCheck, 'main', true)).toMatchObject({
    tone: 'warning',
    sentence: resultText.verdict.none,
  })
  expect(verdictOn({ ...clearCheck, ghost_ban: true }, 'main', true).tone).toBe('excluded')
})

it('the verdict keeps its reason together with a found ban', () => {
  expect(verdictOn({ ...clearCheck, no_tweet: true, ghost_ban: true })).toMatchObject({
    tone: 'excluded',
    reason: 'no_tweet',
  })
})

it.each([
  [{ not_found: true }, false, false],
  [{ suspend: true }, false, false],
  [{ protect: true }, false, false],
  [{ api_status: { ...open, userSearchGroup: { rate_limit: true } } }, false, true],
  [{ no_tweet: true, api_status: { ...open, userTimelineGroup: { rate_limit: true } } }, true, true],
])(
  'the result of %o shows the states of the bans: %s, and can be shared: %s',
  (changes, shows, shareable) => {
    const check = finished(changes)
    expect([couldBansBeJudged(check), isCheckShareable(check)]).toEqual([shows, shareable])
  },
)

describe('explainMissingPosts', () => {
  const bare: AccountCheck = {
    ...clearCheck,
    search_suggestion_ban: null,
    ghost_ban: null,
    reply_deboosting: null,
  }
  const items = recordByBan(() => ({ method: null, reason: null, time: 1 }))
  const because = (name: string | null): AccountCheck => ({
    ...bare,
    evidence: { time: 1, items, tweets: { reason: reasonNamed(name), pinTold: true, kindsTold: true } },
  })

  const limited = (reset?: number): AccountCheck => ({
    ...bare,
    api_status: { ...open, userTimelineGroup: { rate_limit: true, ...(reset !== undefined && { reset }) } },
  })
  const failed = { sentence: whyUnlisted({ cause: 'failed', part: 'timeline' }), again: null, canRetry: true }
  const LIMITED = whyUnlisted({ cause: 'limited', part: 'timeline' })
  const later = expect.stringMatching(/15:30 ごろ/) as string

  it.each([
    ['are there', { ...bare, tweets: [] }, null],
    ['are not there, as the account has none', { ...bare, no_tweet: true }, null],
    ['cannot be read, as the account is protected', { ...bare, protect: true }, null],
    ['are not there, for the account', because('account'), null],
    ['are not there, without a reason', bare, failed],
    ['are not there, without a reason in the evidence', because(null), failed],
    ['could not be fetched', { ...because('timeline failed'), tweets: [] }, failed],
    [
      'are not there, because the budget is spent',
      because('budget'),
      { sentence: whyUnlisted({ cause: 'budget' }), again: null, canRetry: false },
    ],
    ['are limited by X', limited(), { sentence: LIMITED, again: null, canRetry: true }],
    [
      'are limited by X until a time',
      limited(new Date(2026, 10, 22, 15, 30).getTime()),
      { sentence: LIMITED, again: later, canRetry: true },
    ],
  ])('a note says why posts are missing, and whether a retry may help, if they %s', (_, check, said) => {
    expect(explainMissingPosts(finished(check, { posts: true }))).toEqual(said)
  })

  it.each([
    ['nothing else is limited', {}, [later]],
    ['X limited the check without a time', { userSearchGroup: { rate_limit: true } }, [later]],
    ['the check names a time of its own', { userSearchGroup: { rate_limit: true, reset: 1 } }, []],
  ])('the page says when missing posts may come if %s', (_, limits, said) => {
    const check = limited(new Date(2026, 10, 22, 15, 30).getTime())
    const api_status = { ...check.api_status, ...limits }
    const sentences = factSentences(finished({ ...check, api_status }, { posts: true }), 'page')
    expect(sentences.slice(sentences.indexOf(LIMITED) + 1)).toEqual(said)
  })

  it('no note says that posts are missing if they were not requested', () => {
    expect(explainMissingPosts(finished(bare))).toBeNull()
  })
})

describe('latestPostsSummary', () => {
  const { verdict } = resultText
  const NONE = recordByGroup(() => 0)
  const all = { ...NONE, ok: 5, excluded: 2, quote: 1, restricted: 3, unsearched: 4, error: 5 }

  const summaryOf = (counts: Partial<typeof NONE>, more: Partial<StoredCheck> = {}) =>
    latestPostsSummary({ judged: [], oldPin: undefined, ...more, posts: { ...NONE, ...counts } })

  it.each([
    [all, '直近のポストのうち2件が検索に出ていません', true],
    [{ excluded: 20 }, '直近のポスト20件は、どれも検索に出ていません', true],
    [{ ...all, excluded: 0 }, '直近のポストのうち3件は、表示が制限されています', true],
    [{ ok: 18, quote: 2 }, '直近のポストのうち2件は、引用元のポストが表示されません', true],
    [{ ok: 20 }, '直近のポスト20件は検索に出ています', false],
    [{ ok: 19, error: 1 }, verdict.postsPartly('直近のポスト19件', 1), false],
    [{ unsearched: 1, error: 19 }, verdict.postsUnsearched, false],
  ])(
    'the line about posts names affected posts first, and is clear only if all were judged: %o',
    (counts, ...line) => {
      const [sentence, isFinding] = line
      expect(summaryOf(counts)).toEqual({ sentence, isFinding })
    },
  )

  it.each<[Partial<typeof NONE>, PostGroup, string]>([
    [{ ok: 19, excluded: 1 }, 'excluded', '固定ポストが検索に出ていません'],
    [{ ok: 17, excluded: 3 }, 'excluded', '固定ポストと、直近のポストのうち2件が検索に出ていません'],
    [{ ok: 19, excluded: 1 }, 'ok', '直近のポストのうち1件が検索に出ていません'],
    [{ excluded: 20 }, 'excluded', '固定ポストと直近のポスト19件は、どれも検索に出ていません'],
    [{ ok: 19, restricted: 1 }, 'restricted', '固定ポストは、表示が制限されています'],
    [{ ok: 19, quote: 1 }, 'quote', '固定ポストは、引用元のポストが表示されません'],
    [{ ok: 20 }, 'ok', '固定ポストと直近のポスト19件は検索に出ています'],
    [{ ok: 19, error: 1 }, 'error', '直近のポスト19件は検索に出ています（1件は確認できませんでした）'],
  ])(
    'the line about posts %o does not call an older pinned post, which is %s, a recent one',
    (counts, group, sentence) => {
      const pinned: Partial<StoredCheck> = { oldPin: '11', judged: [['11', group, null]] }
      expect(summaryOf(counts, pinned)?.sentence).toBe(sentence)
    },
  )

  it('a pinned post is old if it is older than all others, and every place names it', () => {
    const recent = Array.from({ length: 3 }, (_, index) => post(index))
    const pinned = post(400, { status: 'FORBIDDEN', isPinned: true })
    const check = finished({ ...clearCheck, tweets: [pinned, ...recent] })
    expect(factSentences(check, 'page')).toContain('固定ポストが検索に出ていません')
    for (const place of ['log', 'restored', 'picture'] as const)
      expect(factSentences(check, place).join()).toContain('（固定ポスト：検索除外）')
    const young = finished({ ...clearCheck, tweets: [{ ...pinned, url: post(0.5).url }, ...recent] })
    expect(young.oldPin).toBeUndefined()
  })
})

const DAY = 86_400_000
/** When the newest post below was made. */
const TIME = Date.UTC(2025, 10, 16)
const post = (age: number, more: Partial<PostResult> = {}): PostResult => ({
  url: `https://x.com/someone/status/${idOf(TIME - age * DAY)}`,
  status: 'AVAILABLE',
  ...more,
})
const HIT = { visible: true, found: true, reason: null }

function checkWith(search: Partial<ItemEvidence>, more: Partial<AccountCheck> = {}): AccountCheck {
  const items = recordByBan((): ItemEvidence => ({ method: null, reason: null }))
  const span = { from: TIME - 7 * DAY, to: TIME }
  const search_ban: ItemEvidence = { method: 'recent_search', reason: null, ...span, ...search }
  return { ...clearCheck, evidence: { time: TIME, items: { ...items, search_ban } }, ...more }
}

describe('A search that found only some posts', () => {
  const some = { looked: 5, found: 3 }

  it('a search that found only some posts is no ban, but amber with the numbers, on the item and in the verdict', () => {
    const check = checkWith(some)
    expect(finished(check).partly).toEqual(some)
    expect(storedBanState(finished(check), 'search_ban')).toMatchObject({
      name: 'partly',
      tone: 'warning',
      words: '5件中3件だけが見つかりました。',
    })
    expect(storedBanState(finished(check), 'ghost_ban')?.tone).toBe('ok')
    expect(verdictOn(check)).toMatchObject({ tone: 'warning', sentence: resultText.verdict.none })
    expect(factSentences(finished(check), 'page')).toEqual(['最近の5件のうち、検索で見つかったのは3件です。'])
  })

  it('a search is not shown as partial if it found all posts, was judged a ban, or was not judged', () => {
    for (const check of [
      checkWith({ looked: 5, found: 5 }),
      checkWith({ looked: 5, found: 0 }, { search_ban: true }),
      checkWith({ looked: 5, found: 3, method: null }),
      checkWith({}),
      checkWith({}, { evidence: undefined }),
      checkWith({ looked: 2, found: 1, reason: { cause: 'too_few' } }, { search_ban: null }),
    ])
      expect(finished(check).partly).toBeNull()
    expect(finished(checkWith({ looked: 5 })).partly).toEqual({ looked: 5, found: 0 })
  })
})

describe('The verdict over posts', () => {
  const hit = post(1, { evidence: HIT })
  const withPosts = (...tweets: PostResult[]) => checkWith({ looked: 5, found: 5 }, { tweets })

  it.each([
    [[hit], 'ok'],
    [[hit, post(1, { status: 'UNSEARCHED' })], 'ok'],
    [[hit, post(1, { status: 'UNKNOWN' })], 'ok'],
    [[hit, post(1, { status: 'FORBIDDEN' })], 'warning'],
    [[hit, post(1, { status: 'QUATE_FORBIDDEN' })], 'warning'],
    [[hit, post(1, { status: 'RESTRICTED' })], 'warning'],
  ] as const)('the verdict over the posts %o is %s', (tweets, tone) => {
    expect(verdictOn(withPosts(...tweets)).tone).toBe(tone)
  })

  it.each([
    ['whose address names nobody', { url: 'https://x.com/i/status/1790000000000000000' }],
    [
      'that the server calls a repost',
      { evidence: { visible: false, found: null, reason: { cause: 'repost' } } },
    ],
  ] as const)('the verdict is not changed by a restricted repost %s', (_, repost) => {
    const restricted: PostResult = { ...post(1), ...repost, status: 'RESTRICTED' }
    const [without, beside] = [withPosts(hit), withPosts(hit, restricted)]
    expect(verdictOn(beside)).toEqual(verdictOn(without))
    expect(finished(beside).posts).toEqual(finished(without).posts)
    expect(finished(withPosts(restricted)).posts).toBeNull()
  })
})
