import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createXMonitor } from '../../../server/metrics.ts'
import { readSpent } from '../../../server/store/Store.ts'
import { createXUpstream } from '../../../server/upstream/x/createX.ts'
import { reasonNamed } from '../../contract/reasonNamed.ts'
import { ALL, VERDICT, bodyFor, callerWith, checkAccount, checkBatch, inProcess, outcome } from '../client.ts'
import { createMemoryStore, testApp } from '../testApp.ts'
import { htmlPage, json, notFound, problem, suspended } from './stubX.ts'
import type { Answer } from './stubX.ts'
import {
  NAME,
  SEARCH,
  TIMELINE,
  USER,
  closeWorlds,
  postAt,
  posts,
  recentPosts,
  search,
  timeOf,
  today,
  user,
  verdict,
  worldOf,
  xOptions,
} from './xWorld.ts'

closeWorlds()

const NOTHING = { suspend: null, not_found: null, protect: null, no_tweet: null }
const GONE = { ...NOTHING, suspend: true, not_found: false }
const MISSING = { ...NOTHING, not_found: true }
const HERE = { suspend: false, not_found: false, protect: false, no_tweet: false }
const NOT_FOUND = `Could not find user with username: [${NAME}].`
const SUSPENDED = { detail: `User has been suspended: [${NAME}].` }
const absent = (more: object) => problem(404, 'resource-not-found', more)
const answerTo = async (answers: Record<string, Answer>) => (await worldOf(answers)).check()
const searchEvidence = (reason: string | null, more = {}) => ({
  evidence: { items: { search_ban: { reason: reasonNamed(reason), ...more } } },
})

describe('the lookup of an account', () => {
  it.each([
    ['a suspended account', json(suspended(NAME)), GONE],
    ['an account that is not there', json(notFound('SomeOne')), MISSING],
    ['an account that is not there, as a problem', absent({ detail: NOT_FOUND }), MISSING],
    ['the same by its value', absent({ resource_type: 'user', value: NAME }), MISSING],
    ['a suspension told with 403', problem(403, 'forbidden', SUSPENDED), GONE],
    ['an account that X does not show', problem(403, 'not-authorized'), NOTHING, 'account failed'],
    ['a protected account', user({ protected: true }), { ...HERE, protect: true }],
    ['an account without posts', user({ public_metrics: { tweet_count: 0 } }), { ...HERE, no_tweet: true }],
    ['the same by the new name', user({ public_metrics: { post_count: 0 } }), { ...HERE, no_tweet: true }],
    ['no word about protection', user({ protected: undefined }), { ...HERE, protect: null }, 'no_posts'],
    ['no word about posts', user({ public_metrics: undefined }), { ...HERE, no_tweet: null }, 'no_posts'],
    ['metrics of another shape', user({ public_metrics: 'many' }), { ...HERE, no_tweet: null }, 'no_posts'],
  ])('the lookup of an account reads %s', async (_name, answer, expected, reason = 'account') => {
    const check = await answerTo({ [USER]: answer, [TIMELINE]: posts(), [SEARCH]: posts() })
    expect(check).toMatchObject({ ...expected, search_ban: null, ...searchEvidence(reason) })
  })

  it.each([
    ['a wrong path', absent({ detail: 'Endpoint not found' })],
    ['a 404 about somebody else', absent({ value: 'other' })],
    ['a 404 about a post', absent({ value: NAME, resource_type: 'tweet' })],
    ['an error by code and message', json({ code: 34, message: 'Sorry' }, 404)],
    ['a bare 403', json({}, 403)],
    ['a 400', problem(400, 'invalid-request')],
    ['an error that nobody knows', json({ errors: [{ title: 'Odd', detail: 'Odd' }] })],
    ['another shape', json({ data: { id: 77 } })],
  ])(
    'the lookup of an account answers 502 to %s, and says nothing about the account',
    async (_name, answer) => {
      await expect(answerTo({ [USER]: answer })).rejects.toMatchObject({ status: 502, code: 'upstream' })
    },
  )

  it.each([
    ['finds somebody', user({ protected: true })],
    ['finds nobody, with 404', json(notFound(NAME), 404)],
    ['is refused with 403 because of the account', problem(403, 'not-authorized-for-resource')],
  ])('a lookup is booked at the price of a user if it %s', async (_name, answer) => {
    const store = createMemoryStore()
    const { check } = await worldOf({ [USER]: answer }, { store })
    await check()
    expect(await readSpent(store, today())).toBe(10_000)
  })

  it('a lookup that X limits says so, with the time from which it makes sense to try again', async () => {
    const resetS = Math.floor(Date.now() / 1000) + 300
    const limited = json({ title: 'Too Many Requests' }, 429, { 'x-rate-limit-reset': String(resetS) })
    expect(await answerTo({ [USER]: limited })).toMatchObject({
      ...NOTHING,
      api_status: { userSearchGroup: { rate_limit: true, reset: resetS * 1000 } },
      ...searchEvidence('account limited'),
    })
  })
})

describe('the search ban', () => {
  const ids = recentPosts(5)
  const [, second] = ids

  const verdictBy = (own: object[], ...found: object[]) =>
    answerTo({ [USER]: user(), [TIMELINE]: posts(...own), [SEARCH]: search(posts(...found)) })

  it('the search ban is cleared by one hit, also by one that the timeline did not list', async () => {
    const known = { suspend: false, not_found: false }
    expect(await verdictBy(ids, second ?? {})).toMatchObject({
      ...known,
      ...verdict(false, { reason: null }),
    })
    expect(await verdictBy(ids, postAt(5.5))).toMatchObject(verdict(false, { looked: 6, found: 1 }))
  })

  it.each([
    ['has more to come', json({ meta: { result_count: 0, next_token: 'more' } }), null, 'inconclusive'],
    ['is limited', json({}, 429), null, 'search limited'],
    [
      'shows one and has more to come',
      json({ data: [second], meta: { result_count: 1, next_token: 'more' } }),
      false,
      null,
    ],
  ])('the search ban is not judged by misses if the search for any post of the week %s', async (...row) => {
    const [, sweep, ban, reason] = row
    const answer: Answer = (url, ...rest) =>
      (timeOf(url, 'end_time') - timeOf(url, 'start_time') > 500_000_000 ? sweep : posts())(url, ...rest)
    const { check } = await worldOf({ [USER]: user(), [TIMELINE]: posts(...ids), [SEARCH]: search(answer) })
    expect(await check()).toMatchObject(verdict(ban, { reason: reasonNamed(reason) }))
  })

  it('the search ban is cleared by the search of the whole week also after the account has changed its name', async () => {
    const other = postAt(70)
    let showsOther = true
    const { check, asked } = await worldOf({
      [USER]: user(),
      [TIMELINE]: posts(...recentPosts(5)),
      [SEARCH]: search((url, ...rest) => {
        const isWholeWeek = timeOf(url, 'end_time') - timeOf(url, 'start_time') > 6 * 86_400_000
        const answer = isWholeWeek && showsOther ? posts(other) : posts()
        answer(url, ...rest)
      }),
    })
    expect((await check()).search_ban).toBe(false)
    showsOther = false
    const before = asked().length
    expect((await check({ screen_name: 'renamed' })).search_ban).toBe(false)
    // The lookup and the timeline: what search says of the posts is cached.
    expect(asked()).toHaveLength(before + 2)
  })

  it('the search ban is not reported as limited if it was judged before X limited search', async () => {
    let [own, answer] = [ids, posts(...ids)]
    const timeline: Answer = (...args) => posts(...own)(...args)
    const searched: Answer = (...args) => answer(...args)
    const { check } = await worldOf({ [USER]: user(), [TIMELINE]: timeline, [SEARCH]: searched })
    const first = await check()
    ;[own, answer] = [[postAt(6)], json({}, 429)]
    const api_status = { userSearchGroup: { rate_limit: true } }
    expect(await check({ screen_name: 'another' })).toMatchObject({ search_ban: null, api_status })
    expect(await check()).toMatchObject({ search_ban: first.search_ban, api_status: first.api_status })
  })

  const REPOSTED = { referenced_posts: [{ type: 'retweeted', id: '9' }] }
  it.each([
    ['posts an hour old and younger', ids.map((_, index) => postAt(0.9 - index / 9)), 'crowded'],
    ['posts that are too young or too old', [postAt(0.1), postAt(200), postAt(0)], 'no_posts'],
    ['reposts that X names as such', ids.map((one) => ({ ...one, ...REPOSTED })), 'crowded'],
    ['posts without a date', [{ id: '1' }, { id: '2' }, { id: '3' }], 'crowded'],
    ['one post listed five times', Array(5).fill(ids[0]), 'crowded'],
  ])('the search ban is not judged if the timeline has only %s', async (_name, own, reason) => {
    const known = { suspend: false, not_found: false }
    expect(await verdictBy(own as object[])).toMatchObject({
      ...known,
      ...verdict(null, { reason: reasonNamed(reason) }),
    })
  })

  const type = 'https://api.x.com/2/problems/not-authorized-for-resource'
  const DENIED = json({ errors: [{ title: 'Authorization Error', type }] })
  it.each([
    ['a server error', htmlPage(503), false, 'timeline failed'],
    ['that it is limited', json({}, 429), false, 'timeline limited'],
    ['"not authorized"', DENIED, null, 'closed'],
  ])(
    'the search ban is not judged by a timeline that answers %s, and the rest is reported',
    async (...row) => {
      const [, answer, protect, reason] = row
      const { check, asked } = await worldOf({ [USER]: user(), [TIMELINE]: answer, [SEARCH]: posts() })
      expect(await check()).toMatchObject({
        search_ban: null,
        suspend: protect,
        protect,
        api_status: {
          userSearchGroup: { rate_limit: false },
          userTimelineGroup: { rate_limit: reason === 'timeline limited' },
        },
        ...searchEvidence(reason),
      })
      expect(asked().filter((path) => path.startsWith(SEARCH))).toEqual([])
    },
  )

  it.each([
    ['search limited', 429, true],
    ['search refused', 401, false],
  ])(
    'the search ban is not judged, and no posts are paid for, while search is refused: %s',
    async (reason, status, rate_limit) => {
      const { check, asked } = await worldOf({
        [USER]: user(),
        [TIMELINE]: posts(...ids),
        [SEARCH]: json({}, status),
      })
      const api_status = { userSearchGroup: { rate_limit }, userTimelineGroup: { rate_limit: false } }
      for (const screen_name of [NAME, 'another']) {
        const answer = await check({ screen_name })
        expect(answer).toMatchObject({ search_ban: null, api_status, ...searchEvidence(reason) })
      }
      expect(asked().filter((path) => path.startsWith(TIMELINE))).toHaveLength(1)
    },
  )
})

describe('what is not known of the search ban', () => {
  it('an undecided search ban says how many posts were searched for, and in which span, even if search failed or there was none', async () => {
    const failed = await answerTo({
      [USER]: user(),
      [TIMELINE]: posts(...recentPosts(3)),
      [SEARCH]: htmlPage(404),
    })
    expect(failed).toMatchObject(searchEvidence('search failed', { looked: 3 }))
    expect(failed.evidence?.items.search_ban.from).toBeLessThan(Date.now())
    const none = await answerTo({ [USER]: user(), [TIMELINE]: posts(), [SEARCH]: posts() })
    expect(none).toMatchObject(searchEvidence('no_posts', { looked: 0, found: 0, method: null }))
    expect(none.evidence?.items.search_ban.from).toBeLessThan(Date.now())
  })

  it.each([
    ['for as long as any answer if the account has no post of the week', posts(), 3, 3],
    ['for a minute if X did not give the timeline', htmlPage(404), 2, 4],
    ['for a minute if X limited the timeline', json({}, 429), 2, 4],
  ])('an undecided search ban is cached %s', async (_name, timeline, firstCalls, calls) => {
    let now = Date.now()
    const store = createMemoryStore(() => now)
    const { check, asked, stub } = await worldOf(
      { [USER]: user(), [TIMELINE]: timeline, [SEARCH]: posts() },
      { now: () => now, store },
    )
    const first = await check()
    const another = createXUpstream(xOptions(stub.base, { now: () => now, store }))
    for (const kept of [check(), another.checkAccount(bodyFor(NAME, VERDICT), callerWith())])
      expect(await kept).toEqual(first)
    expect(asked()).toHaveLength(firstCalls)
    now += 61_000
    await check()
    expect(asked()).toHaveLength(calls)
  })
})

describe('the list of an account’s posts', () => {
  const resetS = Math.floor(Date.now() / 1000) + 300
  it.each([
    ['timeline failed', htmlPage(503), { rate_limit: false }],
    [
      'timeline limited',
      json({}, 429, { 'x-rate-limit-reset': String(resetS) }),
      { rate_limit: true, reset: resetS * 1000 },
    ],
  ])(
    'the list of an account’s posts does not affect the verdict if it cannot be read, and says why: %s',
    async (...row) => {
      const [reason, refusal, userTimelineGroup] = row
      const flaky: Answer = (url, ...rest) =>
        (url.searchParams.get('max_results') === '5' ? posts(...recentPosts(5)) : refusal)(url, ...rest)
      const { check } = await worldOf({ [USER]: user(), [TIMELINE]: flaky, [SEARCH]: search(posts()) })
      const answer = await check({ searchban: true })
      const tweets = { reason: reasonNamed(reason), pinTold: false, kindsTold: false }
      const known = { search_ban: true, api_status: { userTimelineGroup }, evidence: { tweets } }
      expect(answer).toMatchObject(known)
      expect(answer.tweets).toBeUndefined()
    },
  )

  it('the list of an account’s posts has the posts of its first page if X does not answer for the next', async () => {
    const own = recentPosts(3)
    const first = json({ data: own, meta: { result_count: 3, next_token: 'more' } })
    const flaky: Answer = (url, ...rest) =>
      (url.searchParams.has('pagination_token') ? htmlPage(503) : first)(url, ...rest)
    const { check } = await worldOf({ [USER]: user(), [TIMELINE]: flaky, [SEARCH]: posts(...own) })
    expect(await check()).toMatchObject(verdict(false, { looked: 3, found: 3 }))
  })

  it('the list of an account’s posts is read without reposts if X accepts no parameter that distinguishes them from own posts', async () => {
    const own = postAt(5)
    const timeline: Answer = (url, ...rest) => {
      if (url.searchParams.has('tweet.fields') || url.searchParams.has('post.fields'))
        return problem(400, 'invalid-request')(url, ...rest)
      const isOwn = url.searchParams.get('exclude')?.includes('retweets')
      return posts(isOwn ? own : postAt(4, { text: 'RT @other: あ' }))(url, ...rest)
    }
    const { check } = await worldOf({ [USER]: user(), [TIMELINE]: timeline, [SEARCH]: posts() })
    const { tweets, evidence } = await check(ALL)
    expect(tweets?.map(({ url }) => url)).toEqual([expect.stringContaining(own.id)])
    expect(evidence?.tweets).toMatchObject({ reason: null, kindsTold: false })
  })

  it('the pinned post is requested for the list even if the verdict is already known', async () => {
    const a = postAt(1)
    const { check, asked } = await worldOf({
      [USER]: user({ pinned_tweet_id: a.id }),
      [TIMELINE]: posts(a),
      [SEARCH]: posts(),
    })
    await check()
    expect((await check({ searchban: true })).tweets?.[0]?.isPinned).toBe(true)
    expect(asked().filter((path) => path.startsWith(USER))).toHaveLength(2)
  })
})

const toFiveMinutes = (time: number) => time - (time % 300_000)

describe('many who ask for one account', () => {
  it('200 simultaneous checks of one account make one upstream call each to user, posts and search, and none again within a quarter of an hour', async () => {
    const tokens = new Set<string | undefined>()
    const answer: Answer = (url, response, request) => {
      tokens.add(request.headers.authorization)
      user()(url, response, request)
    }
    let now = Date.now()
    const found = posts(...recentPosts(5))
    const { check, asked } = await worldOf(
      { [USER]: answer, [TIMELINE]: found, [SEARCH]: found },
      { now: () => now },
    )
    const [first] = await Promise.all(Array.from({ length: 200 }, () => check({ screen_name: 'SomeOne' })))
    expect([asked().length, ...tokens]).toEqual([3, 'Bearer secret-token'])
    now += 14 * 60_000
    const { search_ban, evidence } = await check()
    expect(search_ban).toBe(first?.search_ban)
    expect(evidence?.time).toBe(first && toFiveMinutes(first.evidence?.time ?? 0))
    expect(asked()).toHaveLength(3)
    now += 2 * 60_000
    await check()
    expect(asked()).toHaveLength(6)
  })
})

it.each([
  ['has no token', { bearerToken: '' }],
  ['has no permission', { accountsPermitted: false }],
])(
  'a server that %s says that it offers no account checks, and checks posts all the same',
  async (_name, more) => {
    const { x } = await worldOf({ [USER]: user() }, more)
    const call = inProcess(testApp({ difficulty: 1, upstream: x }))
    const refused = await checkAccount(call, bodyFor('someone', VERDICT))
    expect(refused.headers.get('Retry-After')).toBeNull()
    expect(await outcome(refused)).toEqual({ status: 503, code: 'not_offered' })
    const batch = await checkBatch(call, ['https://x.com/a/status/1'])
    expect(await batch.json()).toMatchObject({ results: [{ status: 'UNSEARCHED' }] })
  },
)

it('the metrics count calls and dollars by endpoint, and show what X refuses', async () => {
  const registry = new Registry()
  const nothing = () => undefined
  const { check } = await worldOf(
    { [USER]: user(), [TIMELINE]: posts(...recentPosts(5)), [SEARCH]: json({}, 402) },
    { monitor: createXMonitor(pino({ enabled: false }), registry, nothing, nothing) },
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
