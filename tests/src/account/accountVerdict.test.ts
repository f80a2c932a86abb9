import { describe, expect, it } from 'vitest'
import type { AccountCheck } from '../../../contract/wire.ts'
import {
  accountVerdict as verdictOn,
  isShareable,
  missingPosts,
  postCounts,
  showsBanStates,
} from '../../../src/account/accountVerdict.ts'
import type { Variant } from '../../../src/account/query.ts'
import { resultText } from '../../../src/text/result.ts'
import { clearCheck } from './clearCheck.ts'

const accountVerdict = (check: AccountCheck, variant: Variant = 'main', posts = false) =>
  verdictOn(check, { variant, posts })

describe('the verdict', () => {
  it('is clear only when all four bans were determined and none was found', () => {
    expect(accountVerdict(clearCheck)).toMatchObject({
      tone: 'ok',
      sentence: 'シャドウバンは検出されませんでした',
    })
    expect(accountVerdict({ ...clearCheck, ghost_ban: null })).toMatchObject({
      tone: 'unknown',
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
    expect(resultText.verdict.judged(1)).toBe('4項目のうち1項目を判定しました。残りは自分で確かめられます。')
  })

  it('says that nothing was determined when nothing was', () => {
    const none = { search_suggestion_ban: null, search_ban: null, ghost_ban: null, reply_deboosting: null }
    expect(accountVerdict({ ...clearCheck, ...none }).sentence).toBe('シャドウバンを判定できませんでした')
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
    expect(accountVerdict({ ...clearCheck, ...state }, variant)).toMatchObject({ tone: 'unknown', sentence })
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
