import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountResult } from '../../../src/account/checkAccount.ts'
import { accountShareText, postsShareText } from '../../../src/account/accountShareText.ts'

const result: AccountResult = {
  screenName: 'someone',
  suspend: false,
  not_found: false,
  protect: false,
  no_tweet: false,
  search_suggestion_ban: false,
  search_ban: true,
  ghost_ban: null,
  reply_deboosting: false,
  api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: false } },
  tweets: ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'NEW', undefined].map((status) => ({
    url: 'https://x.com/someone/status/1',
    status,
    isPinned: undefined,
  })),
}

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://opened.example' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe("the account's share text", () => {
  it('has a line per ban, the counts of the posts, the hashtag, and the address last', () => {
    expect(accountShareText(result)).toBe(
      [
        '@ someone のシャドウバンチェック結果',
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

  it('leaves the posts out when none were checked', () => {
    expect(accountShareText({ ...result, tweets: [] })).not.toContain('直近20件')
  })

  it('says of no ban that it was not found while the user search is rate limited', () => {
    const limited = { ...result.api_status, userSearchGroup: { rate_limit: true } }
    expect(accountShareText({ ...result, api_status: limited })).not.toMatch(/[✅❌]/u)
  })
})

describe("the posts' share text", () => {
  it('counts the posts by verdict', () => {
    expect(postsShareText('someone', result.tweets ?? [])).toBe(
      [
        '@ someone の直近20件 検索除外チェック',
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
