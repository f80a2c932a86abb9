import { afterEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqliteStore.ts'
import { createX } from '../../../server/upstream/x.ts'
import { bodyFor } from '../client.ts'
import type { Answer, StubX } from './stubX.ts'
import { htmlPage, json, notFound, oembedOf, startStubX, suspended } from './stubX.ts'

const signal = AbortSignal.timeout(60_000)
const stubs: StubX[] = []
afterEach(() => Promise.all(stubs.splice(0).map((stub) => stub.close())))

const USER = '/2/users/by/username/'
const TIMELINE = '/2/users/77/tweets'
const SEARCH = '/2/tweets/search/recent'
const user = (more: object = {}) =>
  json({ data: { id: '77', protected: false, public_metrics: { tweet_count: 9 }, ...more } })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const post = (id: string, hours = 5, more: object = {}) => ({ id, created_at: hoursAgo(hours), ...more })
const posts = (...data: object[]) =>
  json(data.length > 0 ? { data, meta: { result_count: data.length } } : { meta: { result_count: 0 } })

async function upstreamOver(answers: Record<string, Answer>, bearerToken = 'secret-token') {
  const stub = await startStubX({ '/oembed': json(oembedOf()), ...answers })
  stubs.push(stub)
  const bases = { apiBase: stub.base, oembedBase: stub.base, shortBase: stub.base }
  const store = openSqliteStore(':memory:')
  return { x: createX({ ...bases, bearerToken, store, onFault: () => undefined }), stub }
}

async function check(answers: Record<string, Answer>, more = {}) {
  const { x } = await upstreamOver(answers)
  return x.checkAccount(bodyFor('someone', { searchban: false, ...more }), signal)
}

describe('accounts through the official API of X', () => {
  it('is off without a token', async () => {
    const { x } = await upstreamOver({}, '')
    await expect(x.checkAccount(bodyFor('someone'), signal)).rejects.toMatchObject({
      status: 503,
      code: 'no_credentials',
    })
  })

  it.each([
    ['a suspended account', { [USER]: json(suspended('someone')) }, { suspend: true, not_found: false }],
    [
      'an account that is not there',
      { [USER]: json(notFound('someone')) },
      { suspend: false, not_found: true },
    ],
    ['a protected account', { [USER]: user({ protected: true }) }, { protect: true, search_ban: null }],
    [
      'an account without posts',
      { [USER]: user({ public_metrics: { tweet_count: 0 } }) },
      { no_tweet: true },
    ],
    [
      'an account without posts by its new name',
      { [USER]: user({ public_metrics: { post_count: 0 } }) },
      { no_tweet: true },
    ],
    [
      'a limited lookup',
      { [USER]: json({}, 429) },
      { not_found: null, api_status: { userSearchGroup: { rate_limit: true } } },
    ],
    [
      'a used-up plan',
      {
        [USER]: json(
          { title: 'UsageCapExceeded', type: 'https://api.twitter.com/2/problems/usage-capped' },
          429,
        ),
      },
      { api_status: { userSearchGroup: { rate_limit: true } } },
    ],
    [
      'a limited timeline',
      { [USER]: user(), [TIMELINE]: json({}, 429), [SEARCH]: posts() },
      {
        search_ban: null,
        api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: true } },
      },
    ],
    [
      'a limited search',
      { [USER]: user(), [TIMELINE]: posts(post('1')), [SEARCH]: json({}, 429) },
      { search_ban: null, api_status: { userSearchGroup: { rate_limit: true } } },
    ],
    [
      'a plan without search',
      { [USER]: user(), [TIMELINE]: posts(post('1')), [SEARCH]: json({}, 403) },
      { search_ban: null, suspend: false },
    ],
  ])('reads %s', async (_name, answers, expected) => {
    expect(await check(answers)).toMatchObject({
      ...expected,
      ghost_ban: null,
      reply_deboosting: null,
      search_suggestion_ban: null,
    })
  })

  const three = [post('1'), post('2'), post('3')]
  it.each([
    ['clears an account whose post search finds', three, [post('2')], false],
    ['suspects an account of which search finds nothing', three, [], true],
    ['needs three posts to suspect', three.slice(1), [], null],
    [
      'draws nothing from posts that are too young or too old',
      [post('1', 0.1), post('2', 200), post('3', 0)],
      [],
      null,
    ],
    [
      'draws nothing from reposts',
      three.map((one) => ({ ...one, referenced_tweets: [{ type: 'retweeted', id: '9' }] })),
      [],
      null,
    ],
    ['draws nothing when search finds only others', three, [post('8')], null],
    ['draws nothing without posts', [], [], null],
  ])('%s', async (_name, own, found, searchBan) => {
    const answer = await check({ [USER]: user(), [TIMELINE]: posts(...own), [SEARCH]: posts(...found) })
    expect(answer.search_ban).toBe(searchBan)
  })

  it('asks with the new field names when the old ones are refused', async () => {
    const renamed =
      (answer: Answer): Answer =>
      (url, ...rest) => {
        const fields = url.searchParams.get('user.fields') ?? url.searchParams.get('post.fields') ?? 'tweet'
        return (fields.includes('tweet') ? json({ title: 'Invalid Request' }, 400) : answer)(url, ...rest)
      }
    const answer = await check(
      {
        [USER]: renamed(user({ pinned_post_id: '2' })),
        [TIMELINE]: renamed(
          posts(post('1'), post('2'), post('3', 5, { referenced_posts: [{ type: 'quoted', id: '9' }] })),
        ),
        [SEARCH]: renamed(posts(post('1'))),
      },
      { searchban: true, repost: false },
    )
    expect(answer).toMatchObject({ search_ban: false })
    expect(answer.tweets).toEqual([
      { url: 'https://x.com/someone/status/2', status: 'AVAILABLE', isPinned: true },
      { url: 'https://x.com/someone/status/1', status: 'AVAILABLE', isPinned: undefined },
    ])
  })

  it('reports at most 20 posts, a repost under the post that it repeats', async () => {
    const many = Array.from({ length: 30 }, (_, index) => post(String(index + 100)))
    const repost = post('50', 1, { referenced_tweets: [{ type: 'retweeted', id: '999' }] })
    const answer = await check(
      { [USER]: user(), [TIMELINE]: posts(repost, ...many), [SEARCH]: posts() },
      { searchban: true },
    )
    expect(answer.tweets).toHaveLength(20)
    expect(answer.tweets?.[0]?.url).toBe('https://x.com/i/status/999')
  })

  it.each([
    ['an HTML page', htmlPage(200)],
    ['a refused token', json({ title: 'Unauthorized', status: 401 }, 401)],
    ['an error that nobody knows', json({ errors: [{ title: 'Odd', detail: 'Odd' }] })],
    ['another shape', json({ data: { id: 77 } })],
    ['a server error', htmlPage(500)],
  ])('says 502 to %s', async (_name, answer) => {
    await expect(check({ [USER]: answer })).rejects.toMatchObject({ status: 502, code: 'upstream' })
  })

  it('sends the token to X and makes one set of calls for 200 visitors', async () => {
    const tokens = new Set<string | undefined>()
    const answer: Answer = (url, response, request) => {
      tokens.add(request.headers.authorization)
      user()(url, response, request)
    }
    const { x, stub } = await upstreamOver({
      [USER]: answer,
      [TIMELINE]: posts(post('1')),
      [SEARCH]: posts(),
    })
    const request = bodyFor('Someone', { searchban: false })
    await Promise.all(Array.from({ length: 200 }, () => x.checkAccount(request, signal)))
    expect(stub.asked).toHaveLength(3)
    expect([...tokens]).toEqual(['Bearer secret-token'])
  })
})
