import { Registry } from 'prom-client'
import { describe, expect, it, vi } from 'vitest'
import { xMetrics } from '../../../server/upstream/x/client/faults.ts'
import type { XOptions } from '../../../server/upstream/x/createX.ts'
import { callerWith } from '../callerWith.ts'
import { bodyFor, checkAccount, checkBatch, inProcess, outcome } from '../client.ts'
import { testApp } from '../testApp.ts'
import { simulatedX } from './simulatedX.ts'
import type { SimulatedAccount } from './simulatedX.ts'
import { json } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { refusalOf } from './xDocument.ts'
import type { GenerationName } from './xDocument.ts'
import { CANARY } from './xOptions.ts'
import { SEARCH, TIMELINE, USER, closeWorlds, idAt, posts, recentPosts, user, worldOf } from './xWorld.ts'

describe('x requests', () => {
  closeWorlds()

  /** No two accounts have a post in common. */
  let low = 0
  const own = (count: number, more = {}) => {
    low++
    return Array.from({ length: count }, (_, index) => ({ id: idAt(index * 6 + 2, low), ...more }))
  }
  const PINNED = { id: idAt(2) }
  const QUOTE = { id: idAt(3), kind: 'quote', of: '902' } as const
  const ACCOUNTS: Record<string, SimulatedAccount> = {
    [CANARY]: { posts: [{ id: idAt(3.1, 1) }, { id: idAt(60, 1) }] },
    active: { posts: own(30), pin: idAt(4000) },
    mixed: {
      posts: [
        { id: idAt(1), kind: 'repost', of: '901' },
        PINNED,
        QUOTE,
        { id: idAt(4), kind: 'repost', of: '903' },
      ],
      pin: PINNED.id,
    },
    hidden_one: { posts: own(6, { hidden: true }) },
    reposter: { posts: own(12, { kind: 'repost', of: '904', hidden: true }) },
    resting: { posts: own(5).map((_, index) => ({ id: idAt(400 + index) })) },
    empty: { posts: [] },
    closed: { posts: own(3), protected: true },
  }
  const MODES = [
    { searchban: false, repost: false },
    { searchban: true, repost: false },
    { searchban: true, repost: true },
  ]
  const VERDICTS = {
    active: false,
    mixed: false,
    hidden_one: true,
    reposter: null,
    resting: null,
    empty: null,
    closed: null,
    absent: null,
  }

  describe.each(['before', 'after'] as const)(
    'an X that knows the names from %s the renaming',
    (generation) => {
      const trials = generation === 'before' ? 0 : 1

      it('refuses nothing of an account check but the one trial, and is not tried again', async () => {
        const x = simulatedX(ACCOUNTS, generation)
        const { check, asked } = await worldOf({ '/2/': x.answer })
        for (const mode of MODES) {
          for (const [screen_name, ban] of Object.entries(VERDICTS)) {
            const answer = await check({ ...mode, screen_name })
            expect([screen_name, answer.search_ban]).toEqual([screen_name, ban])
            expect(answer.not_found).toBe(screen_name === 'absent')
          }
        }
        expect(asked().length).toBeGreaterThan(20)
        expect(x.refused).toHaveLength(trials)
        const plain = asked().filter((path) => !/pinned|referenced|community_id/.test(path))
        for (const path of plain)
          expect([refusalOf('before', path), refusalOf('after', path)]).toEqual([null, null])
      })

      it('is tried once by many checks at the same time', async () => {
        const x = simulatedX(ACCOUNTS, generation)
        const { check } = await worldOf({ '/2/': x.answer })
        await Promise.all(Object.keys(VERDICTS).map((screen_name) => check({ searchban: true, screen_name })))
        expect(x.refused).toHaveLength(trials)
      })

      it('has its reposts, quotes and pins read', async () => {
        const { check } = await worldOf({ '/2/': simulatedX(ACCOUNTS, generation).answer })
        const { tweets, evidence } = await check({ searchban: true, repost: true, screen_name: 'mixed' })
        expect(tweets?.map(({ url, isPinned }) => [url.split('/').at(-1), isPinned])).toEqual([
          [PINNED.id, true],
          ['901', undefined],
          [QUOTE.id, undefined],
          ['903', undefined],
        ])
        expect(evidence?.tweets).toMatchObject({ reason: null, pinTold: true, kindsTold: true })
      })

      it('has an older pinned post put in front', async () => {
        const { check } = await worldOf({ '/2/': simulatedX(ACCOUNTS, generation).answer })
        const { tweets } = await check({ searchban: true, screen_name: 'active' })
        expect(tweets).toHaveLength(20)
        expect(tweets?.[0]).toMatchObject({
          isPinned: true,
          url: `https://x.com/active/status/${ACCOUNTS['active']?.pin}`,
        })
      })
    },
  )

  describe('an X that ignores names which it does not know', () => {
    it('has no repost taken for an own post: what its answer leaves out is not so', async () => {
      const { check } = await worldOf({ '/2/': simulatedX(ACCOUNTS, 'silent').answer })
      const { tweets, evidence, search_ban } = await check({
        searchban: true,
        repost: true,
        screen_name: 'mixed',
      })
      expect(tweets?.map(({ url }) => url.split('/').at(-1))).toEqual([PINNED.id, QUOTE.id])
      expect(tweets?.map(({ isPinned }) => isPinned)).toEqual([undefined, undefined])
      expect(evidence?.tweets).toMatchObject({ reason: null, pinTold: true, kindsTold: true })
      expect(search_ban).toBe(false)
      expect((await check({ screen_name: 'reposter' })).search_ban).toBeNull()
    })
  })

  describe('a batch of posts', () => {
    it('asks the public oEmbed alone, with our own address of each post', async () => {
      const { x, stub } = await worldOf({})
      const posts = [
        { name: 'a', id: '1' },
        { name: null, id: '2' },
      ]
      await x.checkPosts(posts, callerWith(AbortSignal.timeout(5000)))
      const asked = stub.asked.map((path) => new URL(path, 'http://x'))
      expect(asked.map(({ pathname }) => pathname)).toEqual(['/oembed', '/oembed'])
      expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
        { url: 'https://x.com/i/status/1', omit_script: 'true', dnt: 'true' },
        { url: 'https://x.com/i/status/2', omit_script: 'true', dnt: 'true' },
      ])
    })
  })

  describe('the table of X’s document', () => {
    it.each([
      ['/2/users/by/username/a?user.fields=pinned_tweet_id', null, 'value'],
      ['/2/users/by/username/a?user.fields=pinned_post_id', 'value', 'value'],
      ['/2/users/by/username/a?expansions=pinned_post_id', 'value', null],
      ['/2/users/7/tweets?tweet.fields=created_at', null, 'parameter'],
      ['/2/users/7/tweets?post.fields=referenced_posts', 'parameter', 'value'],
      ['/2/users/7/tweets?max_results=4', 'value', 'value'],
      ['/2/tweets/search/recent?query=from:a&max_results=9', 'value', 'value'],
      ['/2/tweets/search/recent?max_results=10', 'query', 'query'],
      ['/2/users/a b/tweets', 'path', 'path'],
    ])('knows what each generation thinks of %s', (path, before, after) => {
      const fits = (generation: GenerationName, why: string | null) =>
        why === null ? refusalOf(generation, path) === null : refusalOf(generation, path)?.includes(why)
      expect([fits('before', before), fits('after', after)]).toEqual([true, true])
    })
  })
})

describe('x answers', () => {
  closeWorlds()
  const VERDICT = { searchban: false, repost: false }

  async function callOver(answers: Record<string, Answer>, more: Partial<XOptions> = {}) {
    const { x } = await worldOf(answers, more)
    return inProcess(testApp({ difficulty: 1, upstream: x }))
  }

  describe('what visitors get while X has no answer for this server', () => {
    it('is the limit, with the time to wait', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1000) * 1000 })
      const resetS = Date.now() / 1000 + 300
      const call = await callOver({ [USER]: json({}, 429, { 'x-rate-limit-reset': String(resetS) }) })
      const answer = await checkAccount(call, bodyFor('someone', VERDICT))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Retry-After')).toBe('300')
      expect(await answer.json()).toMatchObject({ api_status: { userSearchGroup: { reset: resetS * 1000 } } })
    })

    it.each([
      ['a refused token', json({}, 401), {}, 'operator_refused'],
      ['a spent budget', user(), { budgetUsd: 0.01 }, 'budget_spent'],
      ['no token', user(), { bearerToken: '' }, 'no_credentials'],
      ['no permission', user(), { accountsPermitted: false }, 'not_permitted'],
    ])(
      'is a word of its own for %s, and posts are checked all the same',
      async (_name, answer, more, code) => {
        const call = await callOver({ [USER]: answer }, more)
        const refused = await checkAccount(call, bodyFor('someone', VERDICT))
        const waits = code === 'operator_refused' || code === 'budget_spent'
        expect(Number(refused.headers.get('Retry-After')) > 0).toBe(waits)
        expect(await outcome(refused)).toEqual({ status: 503, code })
        const batch = await checkBatch(call, ['https://x.com/a/status/1'])
        expect(await batch.json()).toMatchObject({ results: [{ status: 'UNSEARCHED' }] })
      },
    )

    it('is the account without the search ban when search alone is refused', async () => {
      const refusing = json({ type: 'https://api.x.com/2/problems/client-forbidden' }, 403)
      const { check, x } = await worldOf({
        [USER]: user(),
        [TIMELINE]: posts(...recentPosts(5)),
        [SEARCH]: refusing,
      })
      expect(await check()).toMatchObject({
        suspend: false,
        search_ban: null,
        evidence: { items: { search_ban: { reason: 'operator' } } },
      })
      expect(x.trouble()).toContain('may not use')
    })
  })

  it('the metrics count calls and dollars by endpoint, and show what X refuses', async () => {
    const registry = new Registry()
    const { check } = await worldOf(
      { [USER]: user(), [TIMELINE]: posts(...recentPosts(5)), [SEARCH]: json({}, 402) },
      { watcher: xMetrics(registry) },
    )
    await check()
    const lines = (await registry.metrics()).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'shadowban_x_calls_total{endpoint="user",outcome="answered"} 1',
        'shadowban_x_calls_total{endpoint="search",outcome="operator"} 1',
        'shadowban_x_dollars_total{endpoint="user"} 0.01',
        'shadowban_x_dollars_total{endpoint="timeline"} 0.025',
        'shadowban_x_dollars_total{endpoint="search"} 0',
        'shadowban_x_refused{endpoint="search",fault="credits"} 1',
      ]),
    )
  })
})
