import { describe, expect, it, vi } from 'vitest'
import { nameOfReason } from '../../contract/reasonNamed.ts'
import { ALL, LIST, VERDICT, bodyFor, callerWith } from '../client.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import { CANARY, GENERATIONS, at, closeWorlds, searchWorld, timeOf, verdict } from './xWorld.ts'

vi.setConfig({ testTimeout: 30_000 })
closeWorlds()

type World = Awaited<ReturnType<typeof searchWorld>>
/** Posts a little more than six hours apart, the newest two hours old: five of them are spread over more than a day. */
const every = (count: number, more: Partial<SimulatedPost> = {}) =>
  Array.from({ length: count }, (_, index) => at(2 + index * 6.1, more))
const check = ({ x }: World, mode = VERDICT, name = 'someone') =>
  x.checkAccount(bodyFor(name, mode), callerWith())
const worldWith = (
  account: SimulatedAccount | SimulatedPost[],
  more: Parameters<typeof searchWorld>[1] = {},
) => searchWorld({ someone: Array.isArray(account) ? { posts: account } : account }, more)

describe('the search ban', () => {
  it('the search ban is found by searches over ten seconds, with controls before and after, and by a search for any post of the week', async () => {
    const world = await worldWith(every(8, { hidden: true }))
    const before = Date.now()
    const { search_ban, evidence } = await check(world)
    expect(search_ban).toBe(true)
    const { search_ban: item, ...others } = evidence?.items ?? {}
    expect(item).toMatchObject({ method: 'recent_search', reason: null, looked: 5, found: 0 })
    for (const time of [item?.control, evidence?.time]) expect(time).toBeGreaterThanOrEqual(before)
    expect((item?.to ?? 0) - (item?.from ?? 0)).toBeGreaterThan(6.9 * 86_400_000)
    const untold = { method: null, reason: { cause: 'no_method' } }
    expect(Object.values(others)).toMatchObject([untold, untold, untold])
    const asked = world.asked().filter((path) => path.includes('/search/'))
    const controls = asked.map((path) => path.includes(CANARY))
    expect(controls[0]).toBe(false)
    expect(controls.slice(1, -4)).toContain(true)
    expect(controls.at(-2)).toBe(true)
    const forms = world.searches().map((path) => path.includes('since_id'))
    expect(forms).toEqual([true, false, true, false, false])
    for (const path of [world.searches()[0], world.searches().at(-1)])
      expect(path && decodeURIComponent(path)).toMatch(/query=\(from:someone\+OR\+from:1\)&/)
    expect(world.pauses.map((ms) => Math.ceil(ms / 1000))).toEqual([5, 10, 10])
  })

  it('the search ban is judged by older posts too if the newest five were made within a day', async () => {
    const closeTo = (hours: number) => [0, 1, 2, 3, 4].map((more) => at(hours + more, { hidden: true }))
    const close = closeTo(2)
    // The account, its newest posts, and those before them where the week has any time before them.
    for (const posts of [close, closeTo(150)]) {
      const alone = await worldWith(posts)
      for (const _ of ['read', 'kept'])
        expect(await check(alone)).toMatchObject(verdict(null, { reason: { cause: 'too_close' } }))
      expect(alone.asked().filter((path) => path.includes('/users/'))).toHaveLength(posts === close ? 3 : 2)
    }
    const hidden = [30, 40].map((hours) => at(hours, { hidden: true }))
    const banned = await check(await worldWith([...close, ...hidden]))
    expect(banned).toMatchObject(verdict(true, { looked: 7, found: 0 }))
    const shown = await check(await worldWith([...close, at(30), at(40)]))
    expect(shown).toMatchObject(verdict(false, { looked: 7, found: 2 }))
  })

  it('the search ban is judged before the list of posts if both together would need more controls than the limit', async () => {
    const older = Array.from({ length: 9 }, (_, index) => at(200 + 80 * index, { hidden: true }))
    const world = await worldWith([...every(5, { hidden: true }), ...older])
    expect(await check(world, LIST)).toMatchObject(verdict(true, { looked: 5, found: 0 }))
  })

  it('the search ban is not judged if the operator switched it off, and nothing is requested for it', async () => {
    const world = await worldWith(every(8), { judged: ['posts'] })
    expect(await check(world)).toMatchObject(verdict(null, { reason: { cause: 'not_offered' } }))
    expect(world.asked()).toHaveLength(1)
  })

  it('the search ban is judged by the posts behind three empty pages of the timeline', async () => {
    const world = await worldWith({ posts: every(8), emptyPages: 3 })
    expect(await check(world)).toMatchObject(verdict(false, { reason: null }))
    expect(world.asked().filter((path) => path.startsWith('/2/users/1/'))).toHaveLength(4)
  })
})

it('an account check says when the account was created, and in which countries X withholds it', async () => {
  const created = '2026-11-01T02:03:04.000Z'
  const { evidence } = await check(await worldWith({ posts: every(8), created, withheld: ['JP', 'DE'] }))
  expect(evidence).toMatchObject({ created: Date.UTC(2026, 10, 1, 2, 3, 4), withheld: ['JP', 'DE'] })
  expect((await check(await worldWith(every(8)))).evidence?.withheld).toBeUndefined()
})

describe('the list of posts', () => {
  const statesOf = ({ tweets = [] }: Awaited<ReturnType<typeof check>>) =>
    tweets.map(({ status, evidence }) => [status, nameOfReason(evidence?.reason)])

  it('the list of posts gets its states from one search for its window, and one later search for the missing posts', async () => {
    const posts = every(20)
    Object.assign(posts[1] ?? {}, { hidden: true })
    Object.assign(posts[2] ?? {}, { hidden: true, showing: 'restricted' })
    Object.assign(posts[3] ?? {}, { showing: 'restricted' })
    Object.assign(posts[4] ?? {}, { showing: 'gone' })
    Object.assign(posts[5] ?? {}, { showing: 'firewall' })
    Object.assign(posts[6] ?? {}, { showing: 'firewall', hidden: true })
    const world = await worldWith(posts)
    const answer = await check(world, LIST)
    expect(statesOf(answer).slice(0, 8)).toEqual([
      ['AVAILABLE', null],
      ['FORBIDDEN', null],
      ['RESTRICTED', null],
      ['AVAILABLE', null],
      // X has just listed it: oEmbed is behind.
      ['AVAILABLE', null],
      ['AVAILABLE', null],
      ['UNKNOWN', 'preview failed'],
      ['AVAILABLE', null],
    ])
    const looks = world.searches().filter((path) => path.includes('since_id'))
    // One window for the originals, one for the others: a later look is only for what is missing.
    expect(looks).toHaveLength(4)
    expect(world.pauses).toHaveLength(3)
    expect(answer).toMatchObject(verdict(false, { looked: 3, found: 2 }))
  })

  it('an account that was just judged banned is cleared if search now shows one post of the week, and its other posts keep their results', async () => {
    const posts = every(20, { hidden: true })
    const world = await worldWith(posts)
    expect((await check(world)).search_ban).toBe(true)
    for (const post of posts) post.hidden = false
    const answer = await check(world, LIST)
    expect(answer.search_ban).toBe(false)
    expect(statesOf(answer).slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ['FORBIDDEN', null]))
  })

  it('the list of posts reaches back further than a week through the full archive, and an older pinned post is searched for separately', async () => {
    const posts = Array.from({ length: 20 }, (_, index) => at(2 + index * 24))
    const pinned = at(5000)
    const world = await worldWith({ posts: [...posts, pinned], pin: pinned.id })
    const answer = await check(world, LIST)
    expect(new Set(statesOf(answer).map(([status]) => status))).toEqual(new Set(['AVAILABLE']))
    expect(answer.tweets?.[0]?.isPinned).toBe(true)
    const endpoints = world.searches().map((path) => path.slice(0, path.indexOf('?')))
    expect(endpoints.toSorted()).toEqual([
      '/2/tweets/search/all',
      '/2/tweets/search/all',
      '/2/tweets/search/recent',
      '/2/tweets/search/recent',
    ])
  })

  it.each(GENERATIONS)(
    'the list of posts leaves reposts unsearched, has a reposted own post once, says what quotes quote, and has neither if not requested, with X’s parameter names from %s their renaming',
    async (generation) => {
      const [hidden, other] = [at(60, { showing: 'restricted' }), at(61, { showing: 'firewall' })]
      const own = at(4)
      const reposts = [other, own].map(({ id }, index) => at(2 + index / 2, { kind: 'repost', of: id }))
      const world = await searchWorld(
        {
          someone: { posts: [...reposts, at(3, { kind: 'quote', of: hidden.id }), own] },
          other: { posts: [hidden, other] },
        },
        { generation },
      )
      const answer = await check(world, ALL)
      expect(statesOf(answer)).toEqual([
        ['UNKNOWN', 'repost'],
        ['QUATE_FORBIDDEN', null],
        ['AVAILABLE', null],
      ])
      // By the new names a list without reposts does not say which posts are quotes.
      const quote = generation === 'before' ? [] : [['QUATE_FORBIDDEN', null]]
      expect(statesOf(await check(world, LIST))).toEqual([...quote, ['AVAILABLE', null]])
    },
  )

  it('the list of posts says what a quote quotes if only the search for any post of the week shows it', async () => {
    const quoted = at(200, { showing: 'restricted' })
    const quote = at(40, { kind: 'quote', of: quoted.id, hidden: true })
    const accounts = {
      someone: { posts: [...every(5, { hidden: true }), quote] },
      other: { posts: [quoted] },
    }
    const world = await searchWorld(accounts, { generation: 'after' })
    world.sim.state.isBlank = (url) => {
      if (timeOf(url, 'end_time') - timeOf(url, 'start_time') > 500_000_000) quote.hidden = false
      return false
    }
    expect(statesOf(await check(world, ALL)).at(-1)).toEqual(['QUATE_FORBIDDEN', null])
  })

  it('no post of the list is judged if the operator does not offer the search for posts, although the verdict needs some', async () => {
    const world = await worldWith(every(7), { postSearchPermitted: false })
    const states = statesOf(await check(world, LIST)).map(String)
    expect(states).toEqual(Array(7).fill('UNSEARCHED,not_offered'))
  })
})
