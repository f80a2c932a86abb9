import { expect, it } from 'vitest'
import type { AccountCheck } from '../../../contract/wire.ts'
import { missingPosts } from '../../../src/account/accountVerdict.ts'
import { resultText } from '../../../src/text/result.ts'
import { clearCheck } from './clearCheck.ts'

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
