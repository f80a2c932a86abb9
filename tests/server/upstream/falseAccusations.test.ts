import { afterEach, describe, expect, it, vi } from 'vitest'
import { LIST, bodyFor, callerWith } from '../client.ts'
import { openHealthy } from './worlds.ts'
import { HIDDEN, aged, closeWorlds, refs, searchWorld, verdict, worldWith } from './xWorld.ts'

closeWorlds()

/** Five posts over more than a day, the youngest more than an hour old. */
const WEEK = [2, 8, 20, 30, 50]

it('a post that is 11 to 25 minutes old is not counted as missing, and an account with only such posts is not judged', async () => {
  const posts = aged(
    [11, 14, 18, 21, 25].map((minutes) => minutes / 60),
    HIDDEN,
  )
  const { check, judge } = await worldWith({ posts })
  expect((await check()).search_ban).toBeNull()
  for (const { status, evidence } of await judge(refs(posts))) {
    expect([status, evidence?.reason?.cause]).toEqual(['UNSEARCHED', 'too_young'])
  }
})

it('an account whose name is a number, and a post of it, are searched for by the user id that X gives', async () => {
  const posts = aged(WEEK)
  const { check, judge } = await searchWorld({ '123456': { posts } })
  expect((await check({ screen_name: '123456' })).search_ban).toBe(false)
  expect(await judge(refs(posts))).toMatchObject(
    posts.map(() => ({ status: 'AVAILABLE', evidence: { found: true, author: '123456' } })),
  )
})

describe('blank answers', () => {
  vi.setConfig({ testTimeout: 300_000 })
  afterEach(() => vi.unstubAllGlobals())

  const MANY = 150
  /** So long that nothing of a check is known in the next one: each is judged by its own looks and controls. */
  const APART_MS = 6 * 60_000

  it('hardly any of many healthy accounts and posts are accused while three tenths of the answers of search are blank', async () => {
    const { x, fetch, names, posts, wait } = openHealthy(MANY, 0.3, 1)
    vi.stubGlobal('fetch', fetch)
    const accused = { accounts: 0, posts: 0 }
    let found = 0
    for (const name of names) {
      wait(APART_MS)
      const { search_ban } = await x.checkAccount(bodyFor(name, { searchban: false }), callerWith())
      if (search_ban) accused.accounts++
      if (search_ban === false) found++
    }
    for (const id of posts) {
      wait(APART_MS)
      const [judged] = await x.checkPosts([{ name: null, id }], callerWith())
      if (judged?.status === 'FORBIDDEN') accused.posts++
      if (judged?.status === 'AVAILABLE') found++
    }
    expect(accused.accounts).toBeLessThanOrEqual(1)
    expect(accused.posts).toBeLessThanOrEqual(1)
    // Whoever judges nobody accuses nobody either.
    expect(found).toBeGreaterThan(2 * MANY * 0.85)
  })
})

describe('one look', () => {
  vi.setConfig({ testTimeout: 30_000 })

  it('one search finds all five posts of a healthy account that replied sixty times in between', async () => {
    const posts = aged([3, 20, 40, 60, 80])
    const replies = aged(
      Array.from({ length: 60 }, (_, index) => 4 + index),
      { kind: 'reply', of: '9' },
    )
    const { check } = await worldWith({ posts: [...posts, ...replies] })
    expect(await check()).toMatchObject(verdict(false, { looked: 5, found: 5 }))
  })

  it('an answer never presents as current what X said longer ago than answers are cached', async () => {
    let now = Date.now()
    const posts = [...aged([3]), ...aged([13, 23, 33, 43, 53, 63, 73], HIDDEN)]
    const pause = async (ms: number) => void (now += ms)
    const { check } = await worldWith({ posts }, { now: () => now, pause })
    await check()
    for (const post of posts) post.hidden = false
    for (const minutes of [14.9, 14]) {
      const at = (now += minutes * 60_000)
      const { evidence, tweets = [] } = await check(LIST)
      const judged = evidence?.items.search_ban.time
      const times = [evidence?.time, judged, ...tweets.map((post) => post.evidence?.time)]
      // Times from the cache are rounded down to five minutes.
      for (const said of times) expect(at - (said ?? 0)).toBeLessThanOrEqual((15 + 5) * 60_000)
    }
  })
})
