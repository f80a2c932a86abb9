import { describe, expect, it } from 'vitest'
import type { ItemEvidence } from '../../../contract/evidence.ts'
import type { AccountCheck, PostResult } from '../../../contract/wire.ts'
import {
  accountVerdict,
  banState,
  doubtsAbout,
  isOffered,
  postCounts,
  postsLine,
} from '../../../src/account/accountVerdict.ts'
import { partlyFound, provenPosts } from '../../../src/account/checkAccount.ts'
import { countGroups } from '../../../src/results/posts.ts'
import { resultText } from '../../../src/text/result.ts'
import { idOf } from '../../contract/idOf.ts'
import { clearCheck } from './clearCheck.ts'

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
  const item: ItemEvidence = { method: null, reason: null }
  return {
    ...clearCheck,
    evidence: {
      time: TIME,
      items: {
        search_suggestion_ban: item,
        search_ban: { method: 'recent_search', reason: null, from: TIME - 7 * DAY, to: TIME, ...search },
        ghost_ban: item,
        reply_deboosting: item,
      },
    },
    ...more,
  }
}

/** As much of the question as the verdict depends on. */
const ASKED = { variant: 'main', posts: false } as const

describe('Posts that this very check looked for', () => {
  const statuses = (check: AccountCheck) => provenPosts(check)?.map(({ status }) => status)

  it.each([
    ['a ban', { looked: 5, found: 0 }, true],
    ['too few posts', { looked: 2, found: 0, reason: 'too_few' }, null],
    ['some found', { looked: 5, found: 3 }, false],
  ] as const)('are never OK without a hit of their own after %s', (_, search, search_ban) => {
    const tweets = [post(1), post(2, { evidence: HIT }), post(9), post(3, { status: 'FORBIDDEN' })]
    expect(statuses(checkWith(search, { search_ban, tweets }))).toEqual([
      'UNSEARCHED',
      'AVAILABLE',
      'AVAILABLE',
      'FORBIDDEN',
    ])
  })

  it('stay as they are where search found all, or where the server tells nothing', () => {
    const tweets = [post(1)]
    expect(provenPosts(checkWith({ looked: 5, found: 5 }, { tweets }))).toBe(tweets)
    expect(provenPosts(checkWith({}, { tweets, evidence: undefined }))).toBe(tweets)
    expect(provenPosts(checkWith({ looked: 5, found: 0 }))).toBeUndefined()
  })
})

describe('The span in which posts were looked for', () => {
  const at = (time: number) => post((TIME - time) / DAY)
  const statuses = (search: Partial<ItemEvidence>, ...tweets: PostResult[]) =>
    provenPosts(checkWith({ looked: 5, found: 3, ...search }, { tweets }))?.map(({ status }) => status)

  it('has both its ends in it', () => {
    const span = { from: TIME - DAY, to: TIME }
    const ends = [at(TIME), at(TIME - DAY), at(TIME + 1), at(TIME - DAY - 1)]
    expect(statuses(span, ...ends)).toEqual(['UNSEARCHED', 'UNSEARCHED', 'AVAILABLE', 'AVAILABLE'])
  })

  it('is open where the server tells no end', () => {
    const posts = [at(TIME - 300 * DAY), at(TIME + 300 * DAY)]
    expect(statuses({ from: undefined, to: TIME }, ...posts)).toEqual(['UNSEARCHED', 'AVAILABLE'])
    expect(statuses({ from: TIME, to: undefined }, ...posts)).toEqual(['AVAILABLE', 'UNSEARCHED'])
  })

  it('holds no post without a time of its own', () => {
    expect(statuses({ from: undefined, to: undefined }, { url: 'no post', status: 'AVAILABLE' })).toEqual([
      'AVAILABLE',
    ])
  })
})

describe('A search that found only some posts', () => {
  const some = { looked: 5, found: 3 }

  it('is no ban, but amber with the numbers, on the item and in the verdict', () => {
    const check = checkWith(some)
    expect(partlyFound(check)).toEqual(some)
    expect(banState(check, 'search_ban')).toMatchObject({
      name: 'partly',
      tone: 'warning',
      words: '5件中3件だけが見つかりました。',
    })
    expect(banState(check, 'ghost_ban').tone).toBe('ok')
    expect(accountVerdict(check, ASKED)).toMatchObject({ tone: 'warning', sentence: resultText.verdict.none })
    expect(doubtsAbout(check)).toEqual(['最近の5件のうち、検索で見つかったのは3件です。'])
  })

  it('is nothing of its own where it found all, was judged a ban, or was not judged', () => {
    expect(partlyFound(checkWith({ looked: 5, found: 5 }))).toBeNull()
    expect(partlyFound(checkWith({ looked: 5, found: 0 }, { search_ban: true }))).toBeNull()
    expect(partlyFound(checkWith({ looked: 5, found: 3, method: null }))).toBeNull()
    expect(partlyFound(checkWith({}))).toBeNull()
    expect(partlyFound(checkWith({}, { evidence: undefined }))).toBeNull()
    expect(partlyFound(checkWith({ looked: 5 }))).toEqual({ looked: 5, found: 0 })
    expect(
      partlyFound(checkWith({ looked: 2, found: 1, reason: 'too_few' }, { search_ban: null })),
    ).toBeNull()
  })
})

describe('An item that was not judged', () => {
  it('is called 未判定, whether the server cannot judge it or could not', () => {
    const check = checkWith({ reason: 'not_offered', method: null }, { search_ban: null, ghost_ban: null })
    for (const ban of ['search_ban', 'ghost_ban'] as const) expect(banState(check, ban).words).toBe('未判定')
  })
})

describe('Whether a server judges an item', () => {
  it('is told by its answer before what it says of itself', () => {
    const all = { bans: ['search_ban', 'ghost_ban'], posts: 'search' } as const
    for (const reason of ['not_offered', 'no_method'] as const) {
      expect(isOffered(checkWith({ reason }), 'search_ban', { ...all, bans: [...all.bans] })).toBe(false)
      expect(isOffered(checkWith({ reason }), 'ghost_ban', { ...all, bans: [...all.bans] })).toBe(true)
    }
  })

  it('is told by the server where the answer has another reason, or none', () => {
    const none = { bans: [], posts: 'search' } as const
    const check = checkWith({ reason: 'no_control' })
    expect(isOffered(check, 'search_ban', null)).toBe(true)
    expect(isOffered(check, 'search_ban', { ...none, bans: [] })).toBe(false)
    expect(isOffered(checkWith({}, { evidence: undefined }), 'search_ban', null)).toBe(true)
  })

  it('does not matter for an item that was judged', () => {
    const check = checkWith({ reason: 'not_offered', method: null }, { ghost_ban: true })
    expect(banState(check, 'search_ban')).toMatchObject({ name: 'clear', isJudged: true })
    expect(banState(check, 'ghost_ban')).toMatchObject({
      name: 'found',
      isJudged: true,
    })
  })
})

describe('The verdict over posts', () => {
  const hit = post(1, { evidence: HIT })
  const withPosts = (...tweets: PostResult[]) => checkWith({ looked: 5, found: 5 }, { tweets })
  const line = (check: AccountCheck) => postsLine(postCounts(check) ?? countGroups([]))?.sentence

  it.each([
    [[hit], 'ok', '直近のポストに検索除外はありません'],
    [[hit, post(1, { status: 'UNSEARCHED' })], 'ok', '判定できた直近のポスト1件に検索除外はありません'],
    [[post(1, { status: 'UNSEARCHED' })], 'ok', '直近のポストは未判定です'],
    [[hit, post(1, { status: 'RESTRICTED' })], 'warning', '直近のポスト1件の表示が制限されています'],
    [[hit, post(1, { status: 'FORBIDDEN' })], 'warning', '直近のポスト1件が検索除外です'],
  ] as const)('of %o is %s', (tweets, tone, sentence) => {
    expect(accountVerdict(withPosts(...tweets), ASKED).tone).toBe(tone)
    expect(line(withPosts(...tweets))).toBe(sentence)
  })

  it('is not clear over an account that X withholds somewhere', () => {
    const check = withPosts(hit)
    const evidence = check.evidence && { ...check.evidence, withheld: ['JP'] }
    expect(accountVerdict({ ...check, evidence }, ASKED).tone).toBe('warning')
    expect(doubtsAbout({ ...check, evidence })).toEqual(['日本では表示が制限されています（Xの情報）。'])
  })
})
