import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ItemEvidence } from '../../../contract/evidence.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { accountShareText, postsShareText } from '../../../src/account/share.ts'
import { batchShareText } from '../../../src/posts/batchExport.ts'
import { shareIntent } from '../../../src/results/ShareRow.tsx'
import { weightedLength } from '../results/weightedLength.ts'

const AT = new Date(2026, 10, 21, 23, 59, 58).getTime()
const ID = 'A_-bcdefghijklmnopqr01'
const STATUSES = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'RESTRICTED', 'UNSEARCHED', 'NOT_FOUND']
/** Three-digit counts in every group. */
const posts = STATUSES.flatMap((status) =>
  Array.from({ length: 999 }, () => ({ url: 'a', status, isPinned: false })),
)

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://a-long-host-name.example.co.jp' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('shares a batch with its time, counts and the link to its history', () => {
  const batch = [
    { url: 'a', status: 'AVAILABLE' },
    { url: 'b', status: 'FORBIDDEN' },
    { url: 'c', status: 'QUATE_FORBIDDEN' },
    { url: 'd', status: 'who knows' },
  ]
  expect(batchShareText(batch, AT, ID).split('\n')).toEqual([
    'ポストの検索除外チェック結果',
    '2026年11月21日 23時59分58秒',
    '',
    '全4件',
    '✅ 検索OK 1件',
    '❌ 検索除外 1件',
    '⚠️ 引用元除外 1件',
    '',
    '#シャドウバンチェッカー #ポスト検索除外',
    `https://a-long-host-name.example.co.jp/tweetcheck/history/${ID}`,
  ])
})

it('links to the tool when the batch could not be saved', () => {
  expect(batchShareText([], AT, '')).toMatch(/\/tweetcheck$/)
})

it('escapes the session id in the URL', () => {
  expect(batchShareText([], AT, '../../evil?x#y z')).toMatch(/\/history\/\.\.%2F\.\.%2Fevil%3Fx%23y%20z$/)
})

const check = (flag: boolean | null): AccountCheck & { screenName: string } => ({
  screenName: 'w'.repeat(15),
  suspend: false,
  not_found: false,
  protect: false,
  no_tweet: false,
  search_suggestion_ban: flag,
  search_ban: flag,
  ghost_ban: flag,
  reply_deboosting: flag,
  api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: false } },
  tweets: posts,
})

const partly = (looked: number, found: number) => {
  const item: ItemEvidence = { method: null, reason: null }
  const search: ItemEvidence = { method: 'recent_search', reason: null, looked, found }
  const rest = { search_suggestion_ban: item, ghost_ban: item, reply_deboosting: item }
  return { ...check(false), evidence: { time: AT, items: { ...rest, search_ban: search }, withheld: ['JP'] } }
}

it.each([
  ['a batch', () => batchShareText(posts, AT, '')],
  ['the posts of an account', () => postsShareText('w'.repeat(15), posts, AT)],
  ['an account in the clear', () => accountShareText(check(false), AT)],
  ['an account with every ban', () => accountShareText(check(true), AT)],
  [
    'an account of which search found some posts, withheld in Japan',
    () => accountShareText(partly(100, 99), AT),
  ],
  ['an account that could not be judged', () => accountShareText(check(null), AT)],
])('keeps %s within the 280 weighted characters of X', (_, share) => {
  const words = share()
  expect(words).toContain('999')
  expect(weightedLength(words)).toBeLessThanOrEqual(280)
  expect(weightedLength(words)).toBeGreaterThan(60)
})

it('puts the whole text into the intent, and nothing else', () => {
  const words = batchShareText(posts, AT, ID)
  const intent = new URL(shareIntent(words))
  expect(intent.origin + intent.pathname).toBe('https://x.com/intent/tweet')
  expect([...intent.searchParams]).toEqual([['text', words]])
})
