import { afterEach, expect, it, vi } from 'vitest'
import { LIST, callerWith } from '../client.ts'
import { createMemoryStore } from '../testApp.ts'
import { idOf } from '../../contract/idOf.ts'
import { simulatedX } from './simulatedX.ts'
import type { SimulatedPost } from './simulatedX.ts'
import { json, oembedOf } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { isControl } from './causes.ts'
import { openWorld, plainWorld, postAt } from './worlds.ts'
import { CANARY, closeWorlds, idAt, searchWorld, verdict, worldOf } from './xWorld.ts'

// What changes between two questions to X, and whose clock and limit an answer speaks of.
closeWorlds()
afterEach(() => vi.unstubAllGlobals())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const START = Date.UTC(2026, 10, 27, 3, 4)
const minutesBefore = (now: number, minutes: number) => idOf(now - minutes * MINUTE_MS)
/** Five posts of the week that count. */
const five = (hidden = false) =>
  [300, 900, 1800, 2700, 3600].map((age) => ({ id: minutesBefore(START, age), hidden }))

it('a post that was edited after its list was read is not excluded', async () => {
  let now = START
  const post: SimulatedPost = { id: minutesBefore(START, 47), hidden: true }
  const posts = [post, ...five()]
  const { check, canary } = await searchWorld(
    { someone: { posts } },
    { now: () => now, store: createMemoryStore(() => now) },
  )
  canary.posts.push({ id: minutesBefore(START, 40) })
  await check(LIST)
  now += 10 * MINUTE_MS
  Object.assign(post, { id: idOf(now), earlier: [post.id], hidden: false })
  now += 4 * MINUTE_MS
  const { tweets = [] } = await check(LIST)
  expect(tweets.map(({ status }) => status)).not.toContain('FORBIDDEN')
})

it("an account is asked for again when X's limit has ended that kept it from being judged", async () => {
  let now = START
  const posts = five()
  const sim = simulatedX({ someone: { posts }, [CANARY]: { posts: [] } }, 'before', () => now)
  const reset = String((START + 30_000) / 1000)
  const limited = json({}, 429, { 'x-rate-limit-reset': reset, date: new Date(START).toUTCString() })
  const answer: Answer = (url, ...rest) =>
    (url.pathname.endsWith('/tweets') && now === START ? limited : sim.answer)(url, ...rest)
  const { check } = await worldOf(
    { '/2/': answer, '/oembed': sim.answer },
    { now: () => now, store: createMemoryStore(() => now) },
  )
  const until = START + 30_000
  const body = { screen_name: 'someone' }
  expect(await check(body)).toMatchObject(
    verdict(null, { reason: { cause: 'limited', part: 'timeline', until } }),
  )
  now += 33_000
  expect((await check(body)).evidence?.items.search_ban.reason?.until ?? Infinity).toBeGreaterThan(now)
})

it('a post that two pages of a list both hold is one post', async () => {
  const posts: SimulatedPost[] = Array.from({ length: 60 }, (_, index) =>
    index % 2 === 0 ? { id: idAt(3 + index) } : { id: idAt(3 + index), kind: 'repost', of: '9' },
  )
  const { check, sim } = await searchWorld({ someone: { posts } })
  sim.state.cutsFirst = 'with a token'
  sim.state.beforePage = () => void posts.unshift({ id: idAt(2 - posts.length / 100) })
  const { tweets = [] } = await check(LIST)
  expect(tweets.length).toBeGreaterThan(5)
  expect(new Set(tweets.map(({ url }) => url)).size).toBe(tweets.length)
})

it('a refusal of X for the day lasts for the day', async () => {
  const now = START
  const tomorrow = START + 20 * HOUR_MS
  const date = new Date(START).toUTCString()
  const limits = [
    { 'x-app-limit-24hour-remaining': '0', 'x-app-limit-24hour-reset': String(tomorrow / 1000), date },
    { 'x-rate-limit-reset': String(tomorrow / 1000), date },
  ]
  for (const headers of limits) {
    const { check } = await worldOf({ '/2/users/by/': json({}, 429, headers) }, { now: () => now })
    expect(await check()).toMatchObject(
      verdict(null, { reason: { cause: 'limited', part: 'account', until: tomorrow } }),
    )
  }
})

it("a control of the second before the last search is none after it, although this machine's clock is wrong", async () => {
  // The posts of former months each take seconds to find no control.
  const drawn = [80.83, 1633.9, 1959.8, 7620.8].map((hours) => Object.assign(postAt(hours), { hidden: true }))
  const { x, sim, fetch, posts } = openWorld({ ...plainWorld, lag: 30, skew: -0.9, posts: drawn })
  vi.stubGlobal('fetch', fetch)
  const judged = await x.checkPosts(
    posts.map(({ id }) => ({ name: 'someone', id })),
    callerWith(),
  )
  expect(judged[0]).toMatchObject({ status: 'FORBIDDEN' })
  expect(sim.searched.at(-1)).toSatisfy(isControl)
})

it("times are by X's clock, although this machine's is 20 minutes ahead", async () => {
  const posts = five()
  const controls = [200, 1500, 3000].map((age) => ({ id: minutesBefore(START, age) }))
  const sim = simulatedX({ someone: { posts }, [CANARY]: { posts: controls } }, 'before', () => START)
  const { check } = await worldOf(
    { '/2/': sim.answer, '/oembed': sim.answer },
    { now: () => START + 20 * MINUTE_MS, postSearchPermitted: true },
  )
  const { evidence, tweets = [] } = await check(LIST)
  const times = [
    evidence?.time,
    evidence?.items.search_ban.time,
    ...tweets.map((post) => post.evidence?.time),
  ]
  for (const time of times) expect(time ?? Infinity).toBeLessThanOrEqual(START + MINUTE_MS)
})

it('a `Date` of oEmbed that is hours old does not make a post younger than it is', async () => {
  const post = { id: minutesBefore(START, 7 * 24 * 60 + 60) }
  const sim = simulatedX({ a: { posts: [post] } }, 'before', () => START)
  const date = new Date(START - 5 * HOUR_MS).toUTCString()
  const { x, asked } = await worldOf(
    { '/2/': sim.answer, '/oembed': json(oembedOf(), 200, { date }) },
    { now: () => START, store: createMemoryStore(() => START), postSearchPermitted: true },
  )
  expect(await x.checkPosts([{ name: null, id: post.id }], callerWith())).toMatchObject([
    { status: 'AVAILABLE' },
  ])
  expect(asked().filter((path) => path.includes('/search/recent'))).toEqual([])
})

it('a post that is edited between its list and the searches is not excluded', async () => {
  let now = START
  const post: SimulatedPost = { id: minutesBefore(START, 59.97), hidden: true }
  const posts = [post, ...five()]
  const { check, canary, sim } = await searchWorld(
    { someone: { posts } },
    { now: () => now, store: createMemoryStore(() => now) },
  )
  canary.posts.push({ id: minutesBefore(START, 40) })
  sim.state.beforeSearch = (count) => {
    if (count > 0) return
    Object.assign(post, { id: idOf(START + 1000), earlier: [post.id], hidden: false })
    now += 3000
  }
  const { tweets = [] } = await check(LIST)
  expect(tweets.map(({ status }) => status)).not.toContain('FORBIDDEN')
})

it('a limit of the day on search is told of each post with its end', async () => {
  const tomorrow = START + 20 * HOUR_MS
  const post = { id: minutesBefore(START, 300) }
  const sim = simulatedX({ someone: { posts: [post] } }, 'before', () => START)
  const limited = json({}, 429, {
    'x-app-limit-24hour-remaining': '0',
    'x-app-limit-24hour-reset': String(tomorrow / 1000),
    date: new Date(START).toUTCString(),
  })
  const { x } = await worldOf(
    { '/2/tweets/search/': limited, '/oembed': sim.answer },
    { now: () => START, postSearchPermitted: true },
  )
  expect(await x.checkPosts([{ name: null, id: post.id }], callerWith())).toMatchObject([
    { evidence: { reason: { cause: 'limited', part: 'search', until: tomorrow } } },
  ])
})

it('an X that is slow did not answer in time, also to an account check', async () => {
  const posts = five(true)
  const sim = simulatedX({ someone: { posts } }, 'before', () => START)
  const timeIsUp = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  timeout.mockImplementation((ms) => (ms === 36_000 ? timeIsUp.signal : new AbortController().signal))
  const slow: Answer = () => timeIsUp.abort()
  const { check } = await worldOf(
    { '/2/tweets/search/': slow, '/2/': sim.answer, '/oembed': sim.answer },
    { now: () => START, postSearchPermitted: true },
  )
  const answer = await check(LIST)
  timeout.mockRestore()
  const reason = { cause: 'slow', part: 'search' }
  expect(answer).toMatchObject(verdict(null, { reason }))
  expect(new Set(answer.tweets?.map(({ evidence }) => evidence?.reason))).toEqual(new Set([reason]))
})
