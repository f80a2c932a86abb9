import { describe, expect, it } from 'vitest'
import type { AccountCheck } from '../../../contract/wire.ts'
import {
  accountVerdict as verdictOn,
  isShareable,
  missingPosts,
  postCounts,
  postsLine,
  showsBanStates,
} from '../../../src/account/accountVerdict.ts'
import type { Variant } from '../../../src/account/query.ts'
import { resultText } from '../../../src/text/result.ts'
import { clearCheck } from './clearCheck.ts'

describe('accountVerdict', () => {
  const accountVerdict = (check: AccountCheck, variant: Variant = 'main', posts = false) =>
    verdictOn(check, { variant, posts })

  describe('the verdict', () => {
    it('speaks of the whole only when all four bans were determined, and names the others', () => {
      expect(accountVerdict(clearCheck)).toMatchObject({
        tone: 'ok',
        sentence: 'シャドウバンは検出されませんでした',
      })
      expect(accountVerdict({ ...clearCheck, ghost_ban: null })).toMatchObject({
        tone: 'ok',
        sentence: 'Search Suggestion Ban、Search Ban、Reply Deboostingは検出されませんでした',
      })
    })

    it('counts what was found where all four were judged, and names it where fewer were', () => {
      const found = { ...clearCheck, search_ban: true, ghost_ban: true }
      const whole = { tone: 'excluded', sentence: '2件のシャドウバンが検出されました' }
      const named = { tone: 'excluded', sentence: 'Search Ban、Ghost Banが検出されました' }
      expect(accountVerdict(found)).toMatchObject(whole)
      expect(accountVerdict({ ...found, reply_deboosting: null })).toMatchObject(named)
    })

    it('names the one item that was judged', () => {
      const none = { search_suggestion_ban: null, ghost_ban: null, reply_deboosting: null }
      expect(accountVerdict({ ...clearCheck, ...none }).sentence).toBe('Search Banは検出されませんでした')
      expect(accountVerdict({ ...clearCheck, ...none, search_ban: true }).sentence).toBe(
        'Search Banが検出されました',
      )
      expect(resultText.verdict.judged(1, 3)).toBe(
        '自動で判定できたのは1項目です。残り3項目はご自分で確かめられます。',
      )
    })

    it('bears the sign of what was judged, however few items that are', () => {
      const none = { search_suggestion_ban: null, ghost_ban: null, reply_deboosting: null }
      const tweets = [
        { url: 'a', status: 'AVAILABLE' },
        { url: 'b', status: 'UNSEARCHED' },
      ]
      expect(accountVerdict({ ...clearCheck, ...none }).tone).toBe('ok')
      expect(accountVerdict({ ...clearCheck, ...none, tweets }).tone).toBe('ok')
      expect(accountVerdict({ ...clearCheck, ...none, search_ban: true }).tone).toBe('excluded')
      expect(accountVerdict({ ...clearCheck, ...none, search_ban: null, tweets }).tone).toBe('unknown')
    })

    it('says that nothing was determined when nothing was', () => {
      const none = { search_suggestion_ban: null, search_ban: null, ghost_ban: null, reply_deboosting: null }
      expect(accountVerdict({ ...clearCheck, ...none }).sentence).toBe('シャドウバンは未判定です')
    })
  })

  describe('the reason of a verdict', () => {
    const limited = { ...clearCheck.api_status, userSearchGroup: { rate_limit: true } }

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
    ] as const)('is the verdict: %o on the %s page', (state, variant, sentence) => {
      expect(accountVerdict({ ...clearCheck, ...state }, variant)).toMatchObject({
        tone: 'unknown',
        sentence,
      })
    })
  })

  describe('posts that could not be fetched', () => {
    const limited = {
      ...clearCheck,
      api_status: { ...clearCheck.api_status, userTimelineGroup: { rate_limit: true } },
    }
    const list = (reason: string | null) =>
      ({
        evidence: { time: 0, items: {}, tweets: { reason, pinTold: true, kindsTold: true } },
      }) as unknown as Pick<AccountCheck, 'evidence'>

    it.each([
      ['a rate limit', limited],
      ['no list', clearCheck],
      ['a failure of X', { ...clearCheck, ...list('posts_failed') }],
      ['an operator without access', { ...clearCheck, ...list('operator') }],
    ])('make the verdict amber: %s', (_, check) => {
      expect(accountVerdict(check, 'main', true)).toMatchObject({
        tone: 'warning',
        sentence: resultText.verdict.none,
      })
      expect(accountVerdict(check).tone).toBe('ok')
      expect(accountVerdict({ ...check, ghost_ban: true }, 'main', true).tone).toBe('excluded')
    })

    it('are not missed where the account has none, or the list is there', () => {
      expect(accountVerdict({ ...clearCheck, ...list('no_posts') }, 'main', true).tone).toBe('ok')
      expect(accountVerdict({ ...clearCheck, tweets: [] }, 'main', true).tone).toBe('ok')
      expect(missingPosts({ ...clearCheck, no_tweet: true }, true)).toBeNull()
    })

    it('can be asked for again, unless the operator has no access', () => {
      expect(missingPosts(limited, true)).toEqual({ sentences: [resultText.state.rateLimit], canRetry: true })
      expect(missingPosts({ ...clearCheck, ...list('operator') }, true)?.canRetry).toBe(false)
    })
  })

  it('keeps the specified reason beside a found ban', () => {
    expect(accountVerdict({ ...clearCheck, no_tweet: true, ghost_ban: true })).toMatchObject({
      tone: 'excluded',
      reason: 'no_tweet',
    })
  })

  it('counts no posts where none were listed', () => {
    expect(postCounts({ ...clearCheck, tweets: [] })).toBeNull()
    expect(postCounts(clearCheck)).toBeNull()
  })

  describe('excluded posts', () => {
    const tweets = [
      { url: 'a', status: 'AVAILABLE' },
      { url: 'b', status: 'FORBIDDEN' },
    ] as AccountCheck['tweets']

    it('prevent the ✓, though no ban was found', () => {
      expect(accountVerdict({ ...clearCheck, tweets }).tone).toBe('warning')
      expect(accountVerdict({ ...clearCheck, tweets: tweets?.slice(0, 1) }).tone).toBe('ok')
    })

    it('do not soften a ban', () => {
      expect(accountVerdict({ ...clearCheck, tweets, ghost_ban: true }).tone).toBe('excluded')
    })
  })

  describe('the states of the bans', () => {
    it.each([['not_found'], ['suspend'], ['protect']] as const)('are hidden for %s', (state) => {
      const check = { ...clearCheck, [state]: true }
      expect(showsBanStates(check)).toBe(false)
      expect(isShareable(check)).toBe(false)
      expect(accountVerdict(check).tone).toBe('unknown')
    })

    it('are hidden while the user search is rate limited, which can still be shared', () => {
      const check = {
        ...clearCheck,
        api_status: { ...clearCheck.api_status, userSearchGroup: { rate_limit: true } },
      }
      expect(showsBanStates(check)).toBe(false)
      expect(isShareable(check)).toBe(true)
    })

    it('stay when only the timeline is rate limited or no post exists', () => {
      const check = {
        ...clearCheck,
        no_tweet: true,
        api_status: { ...clearCheck.api_status, userTimelineGroup: { rate_limit: true } },
      }
      expect(showsBanStates(check)).toBe(true)
    })
  })
})

describe('missingPosts', () => {
  const { state: words } = resultText
  const open = { rate_limit: false }
  const bare: AccountCheck = {
    ...clearCheck,
    search_suggestion_ban: null,
    ghost_ban: null,
    reply_deboosting: null,
  }
  const item = { method: null, reason: null, time: 1 }
  const items = { search_suggestion_ban: item, search_ban: item, ghost_ban: item, reply_deboosting: item }
  const because = (reason: 'operator' | 'account' | 'no_posts' | 'posts_failed' | null): AccountCheck => ({
    ...bare,
    evidence: { time: 1, items, tweets: { reason, pinTold: true, kindsTold: true } },
  })

  it('says nothing where the posts were not asked for', () => {
    expect(missingPosts(bare, false)).toBeNull()
  })

  it.each([
    ['are there', { ...bare, tweets: [] }],
    ['are not there, as the account has none', { ...bare, no_tweet: true }],
    ['cannot be read, as the account is protected', { ...bare, protect: true }],
    ['are not there, for the account', because('account')],
    ['are not there, as there are none', because('no_posts')],
  ] as const)('says nothing where they %s', (_, check) => {
    expect(missingPosts({ ...check } as AccountCheck, true)).toBeNull()
  })

  it('says that they could not be fetched, and that another try may bring them', () => {
    const failed = { sentences: [words.postsFailed], canRetry: true }
    expect(missingPosts(bare, true)).toEqual(failed)
    expect(missingPosts(because(null), true)).toEqual(failed)
    expect(missingPosts({ ...bare, evidence: { time: 1, items } }, true)).toEqual(failed)
    expect(missingPosts(because('posts_failed'), true)).toEqual(failed)
    expect(missingPosts({ ...because('posts_failed'), tweets: [] }, true)).toEqual(failed)
  })

  it('says that the operator keeps them, which another try does not change', () => {
    expect(missingPosts(because('operator'), true)).toEqual({
      sentences: [words.postsOperator],
      canRetry: false,
    })
  })

  it('says that X limits how often, and from when another try is worth while', () => {
    const limited = (reset?: number): AccountCheck => ({
      ...bare,
      api_status: {
        userSearchGroup: open,
        userTimelineGroup: { rate_limit: true, ...(reset !== undefined && { reset }) },
      },
    })
    expect(missingPosts(limited(), true)).toEqual({ sentences: [words.rateLimit], canRetry: true })
    const later = missingPosts(limited(new Date(2026, 10, 22, 15, 30).getTime()), true)
    expect(later?.sentences).toEqual([words.rateLimit, expect.stringMatching(/15時30分 ごろ/)])
  })
})

describe('postsLine', () => {
  const { verdict } = resultText
  const NONE = { ok: 0, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 0 }
  const line = (counts: Partial<typeof NONE>) => postsLine({ ...NONE, ...counts })

  it('names first what was found, of all posts', () => {
    const all = { ok: 5, excluded: 2, quote: 1, restricted: 3, unsearched: 4, error: 5 }
    expect(line(all)).toEqual({ sentence: verdict.postsExcluded(2), isFinding: true })
    expect(line({ ...all, excluded: 0 })).toEqual({
      sentence: verdict.postsRestricted(3),
      isFinding: true,
    })
  })

  it('is clear only where all were judged, and names posts whose quotes are excluded', () => {
    expect(line({ ok: 20 })).toEqual({ sentence: verdict.postsClear, isFinding: false })
    expect(line({ ok: 18, quote: 2 })).toEqual({ sentence: verdict.postsQuote(2), isFinding: true })
    expect(line({ ok: 19, error: 1 })).toEqual({
      sentence: verdict.postsPartly(19),
      isFinding: false,
    })
    expect(line({ ok: 1, unsearched: 19 })).toEqual({
      sentence: verdict.postsPartly(1),
      isFinding: false,
    })
  })

  it('says that search answered for none, and nothing where there are errors alone', () => {
    expect(line({ unsearched: 1, error: 19 })).toEqual({
      sentence: verdict.postsUnsearched,
      isFinding: false,
    })
    expect(line({ error: 20 })).toBeNull()
  })
})
