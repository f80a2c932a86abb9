import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountResult } from '../../../src/account/checkAccount.ts'
import { accountShareText, postsShareText } from '../../../src/account/share.ts'
import { clearCheck } from './clearCheck.ts'

const result: AccountResult = {
  screenName: 'someone',
  ...clearCheck,
  search_ban: true,
  ghost_ban: null,
  tweets: ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'NEW', undefined].map((status) => ({
    url: 'https://x.com/someone/status/1',
    status,
    isPinned: undefined,
  })),
}

const AT = new Date(2026, 10, 21, 18, 20).getTime()

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://opened.example' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe("the account's share text", () => {
  it('has its date, a line per ban, the counts of the posts, the hashtag, and the address last', () => {
    expect(accountShareText(result, AT)).toBe(
      [
        '@ someone のシャドウバンチェック結果',
        '2026/11/21',
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

  it('shows a search that found only some posts by its numbers, and never as ✅', () => {
    const item = { method: null, reason: null }
    const search = { method: 'recent_search', reason: null, looked: 5, found: 3 } as const
    const items = {
      search_suggestion_ban: item,
      search_ban: search,
      ghost_ban: item,
      reply_deboosting: item,
    }
    const words = accountShareText({ ...result, search_ban: false, evidence: { time: AT, items } }, AT)
    expect(words).not.toContain('🚫')
    expect(words).toContain('\n✅ Search Suggestion Ban\n⚠️ Search Ban 3/5\n❓ Ghost Ban\n✅ Reply')
  })

  it.each([
    [['JP'], '🚫 日本で表示制限'],
    [['XX'], '🚫 日本で表示制限'],
    [['DE'], '🚫 表示の制限あり'],
    [['DE', 'JP'], '🚫 日本で表示制限'],
  ])('says of an account withheld in %o where, after the bans', (withheld, line) => {
    const item = { method: null, reason: null }
    const items = {
      search_suggestion_ban: item,
      search_ban: item,
      ghost_ban: item,
      reply_deboosting: item,
    }
    const words = accountShareText({ ...result, evidence: { time: AT, items, withheld } }, AT)
    expect(words).toContain(`Reply Deboosting\n${line}\n`)
  })

  it('counts restricted and unsearched posts where there are some', () => {
    const tweets = ['RESTRICTED', 'UNSEARCHED', 'UNSEARCHED'].map((status) => ({ url: 'a', status }))
    const counts = '直近20件\n検索OK 0／検索除外 0／引用元除外 0／閲覧制限 1／未確認 2\n'
    expect(accountShareText({ ...result, tweets }, AT)).toContain(counts)
    expect(postsShareText('someone', tweets, AT)).toContain('🔒 閲覧制限 1件\n❔ 検索は未確認 2件')
  })

  it('leaves the posts out when none were checked', () => {
    expect(accountShareText({ ...result, tweets: [] }, AT)).not.toContain('直近20件')
    expect(accountShareText({ ...result, tweets: undefined }, AT)).not.toContain('直近20件')
  })

  it('says of no ban that it was not found while the user search is rate limited', () => {
    const limited = { ...result.api_status, userSearchGroup: { rate_limit: true } }
    expect(accountShareText({ ...result, api_status: limited }, AT)).not.toMatch(/[✅❌]/u)
  })
})

describe("the posts' share text", () => {
  it('counts the posts by verdict', () => {
    expect(postsShareText('someone', result.tweets ?? [], AT)).toBe(
      [
        '@ someone の直近20件 検索除外チェック',
        '2026/11/21',
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
