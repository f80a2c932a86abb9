import { describe, expect, it } from 'vitest'
import type { AccountCheck } from '../../../contract/wire.ts'
import {
  isShareable,
  postCounts,
  showsBanStates,
  accountVerdict,
} from '../../../src/account/accountVerdict.ts'
import { resultText } from '../../../src/text/result.ts'

const clear: AccountCheck = {
  suspend: false,
  not_found: false,
  protect: false,
  no_tweet: false,
  search_suggestion_ban: false,
  search_ban: false,
  ghost_ban: false,
  reply_deboosting: false,
  api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: false } },
}

describe('the verdict', () => {
  it('is clear only when all four bans were determined and none was found', () => {
    expect(accountVerdict(clear)).toMatchObject({
      tone: 'ok',
      sentence: 'シャドウバンは検出されませんでした',
    })
    expect(accountVerdict({ ...clear, ghost_ban: null })).toMatchObject({
      tone: 'unknown',
      sentence: resultText.verdict.partly,
    })
  })

  it('counts what was found, whatever else stayed open', () => {
    const verdict = accountVerdict({ ...clear, search_ban: true, ghost_ban: true, reply_deboosting: null })
    expect(verdict).toMatchObject({ tone: 'excluded', sentence: '2件のシャドウバンが検出されました' })
  })

  it('says that nothing was determined when nothing was', () => {
    const none = { search_suggestion_ban: null, search_ban: null, ghost_ban: null, reply_deboosting: null }
    expect(accountVerdict({ ...clear, ...none }).sentence).toBe('シャドウバンを判定できませんでした')
  })
})

describe('the reason of a verdict', () => {
  const limited = { ...clear.api_status, userSearchGroup: { rate_limit: true } }

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
    expect(accountVerdict({ ...clear, ...state }, variant)).toMatchObject({ tone: 'unknown', sentence })
  })
})

it('counts no posts where none were listed', () => {
  expect(postCounts({ ...clear, tweets: [] })).toBeNull()
  expect(postCounts(clear)).toBeNull()
})

describe('excluded posts', () => {
  const tweets = [
    { url: 'a', status: 'AVAILABLE' },
    { url: 'b', status: 'FORBIDDEN' },
  ] as AccountCheck['tweets']

  it('prevent the ✓, though no ban was found', () => {
    expect(accountVerdict({ ...clear, tweets }).tone).toBe('warning')
    expect(accountVerdict({ ...clear, tweets: tweets?.slice(0, 1) }).tone).toBe('ok')
  })

  it('do not soften a ban', () => {
    expect(accountVerdict({ ...clear, tweets, ghost_ban: true }).tone).toBe('excluded')
  })
})

describe('the states of the bans', () => {
  it.each([['not_found'], ['suspend'], ['protect']] as const)('are hidden for %s', (state) => {
    const check = { ...clear, [state]: true }
    expect(showsBanStates(check)).toBe(false)
    expect(isShareable(check)).toBe(false)
    expect(accountVerdict(check).tone).toBe('unknown')
  })

  it('are hidden while the user search is rate limited, which can still be shared', () => {
    const check = {
      ...clear,
      api_status: { ...clear.api_status, userSearchGroup: { rate_limit: true } },
    }
    expect(showsBanStates(check)).toBe(false)
    expect(isShareable(check)).toBe(true)
  })

  it('stay when only the timeline is rate limited or no post exists', () => {
    const check = {
      ...clear,
      no_tweet: true,
      api_status: { ...clear.api_status, userTimelineGroup: { rate_limit: true } },
    }
    expect(showsBanStates(check)).toBe(true)
  })
})
