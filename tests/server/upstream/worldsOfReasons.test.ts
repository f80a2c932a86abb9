import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/dates.ts'
import { nameOfReason, reasonNamed } from '../../contract/reasonNamed.ts'
import { LIST, callerWith } from '../client.ts'
import { NO_QUOTA_LIMIT, readSpent } from '../../../server/store/Store.ts'
import { networkQuotaName } from '../../../server/upstream/x/budget.ts'
import { idOf } from '../../contract/idOf.ts'
import { createMemoryStore } from '../testApp.ts'
import type { SimulatedAccount } from './simulatedX.ts'
import { json } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { at, closeWorlds, idAt, ref, refs, searchWorld, verdict, worldOf } from './xWorld.ts'

// A reason names who did not answer, and why: no two parts, and no two causes, share one.
closeWorlds()

const LIMITED = json({}, 429)
const REFUSED = json({}, 401)
const hidden = (count: number): SimulatedAccount => ({
  posts: Array.from({ length: count }, (_, index) => at(5 + 10 * index, { hidden: true })),
})

/** A server over an X that answers so on these paths, and as it should on all others. */
async function worldWith(account: SimulatedAccount, answers: Record<string, Answer>) {
  const { sim } = await searchWorld({ someone: account })
  const world = await worldOf(
    { ...answers, '/2/': sim.answer, '/oembed': answers['/oembed'] ?? sim.answer },
    { postSearchPermitted: true },
  )
  const judge = async () => (await world.x.checkPosts(refs(account.posts), callerWith()))[0]
  return { ...world, judge }
}
const searched = (asked: string[]) => asked.filter((path) => path.includes('/search/'))

describe('a post whose part of X does not answer', () => {
  it.each([
    ['oEmbed takes no more', '/oembed', LIMITED, 'preview limited'],
    ['the lookup of posts takes no more', '/2/tweets?', LIMITED, 'posts limited'],
    ['the lookup of posts refuses this server', '/2/tweets?', REFUSED, 'posts refused'],
    ['the lookup of posts fails', '/2/tweets?', json({}, 503), 'posts failed'],
  ])('a post that was not judged says that %s', async (_name, path, answer, reason) => {
    const isLookup = path.endsWith('?')
    const only: Answer = (url, ...rest) =>
      (url.pathname === '/2/tweets' ? answer : sim.sim.answer)(url, ...rest)
    const account = hidden(1)
    const sim = await searchWorld({ someone: account })
    const { judge } = await worldWith(account, isLookup ? { '/2/tweets': only } : { [path]: answer })
    expect((await judge())?.evidence).toMatchObject({ found: null, reason: reasonNamed(reason) })
  })
})

describe('an account whose part of X does not answer', () => {
  it('an account that was not judged says that the timeline refuses this server, and search is not blamed', async () => {
    const { check, asked } = await worldWith(hidden(8), { '/2/users/1/': REFUSED })
    const said = await check(LIST)
    const reason = 'timeline refused'
    expect(said).toMatchObject(verdict(null, { reason: reasonNamed(reason) }))
    expect(nameOfReason(said.evidence?.tweets?.reason)).toBe(reason)
    expect(searched(asked())).toEqual([])
  })

  it('an account whose newest posts are of one morning says that the timeline of older ones fails', async () => {
    const account = { posts: [5, 6, 7, 8, 9, 40].map((hours) => at(hours, { hidden: true })) }
    const { sim } = await searchWorld({ someone: account })
    const older: Answer = (url, ...rest) => {
      const isOlder = Date.parse(url.searchParams.get('end_time') ?? '') < Date.now() - 20 * 3_600_000
      return (isOlder ? json({}, 503) : sim.answer)(url, ...rest)
    }
    const { check } = await worldWith(account, { '/2/users/1/': older })
    expect(await check()).toMatchObject(verdict(null, { reason: reasonNamed('timeline failed'), looked: 5 }))
  })

  it('an account that was not judged says that oEmbed asks for payment', async () => {
    const { check } = await worldWith(hidden(8), { '/oembed': json({}, 402) })
    expect(await check()).toMatchObject(verdict(null, { reason: reasonNamed('preview refused') }))
  })

  it('an account that was not judged says that the lookup of posts takes no more', async () => {
    const account = hidden(8)
    const { sim } = await searchWorld({ someone: account }, { generation: 'after' })
    const lookup: Answer = (url, ...rest) =>
      (url.pathname === '/2/tweets' ? LIMITED : sim.answer)(url, ...rest)
    const { check } = await worldOf({ '/2/': lookup, '/oembed': sim.answer }, { postSearchPermitted: true })
    const said = await check()
    expect(said).toMatchObject(verdict(null, { reason: reasonNamed('posts limited') }))
  })
})

it('the operator is told that posts are still called excluded while the lookup of posts is refused', async () => {
  const account = hidden(8)
  const { sim } = await searchWorld({ someone: account })
  const some: Answer = (url, ...rest) => (url.pathname === '/2/tweets' ? REFUSED : sim.answer)(url, ...rest)
  const { x, check } = await worldOf({ '/2/': some, '/oembed': sim.answer }, { postSearchPermitted: true })
  await x.checkPosts([ref(account.posts[0] ?? at(5))], callerWith())
  const { tweets = [] } = await check(LIST)
  const excluded = tweets.filter(({ status }) => status === 'FORBIDDEN').length
  expect(excluded).toBeGreaterThan(0)
  expect(x.healthWarning()).toContain('only if the timeline of its author says enough about it')
})

describe('our own limits', () => {
  const greedy = '192.0.2.1'

  describe('of which the answer tells when it ends', () => {
    const now = Date.UTC(2026, 10, 27, 3, 4)
    const midnight = Date.UTC(2026, 10, 28)
    const posts = [30, 41, 52, 63, 74].map((hours) => ({ id: idOf(now - hours * 3_600_000) }))
    const account: SimulatedAccount = { posts }
    const [post = at(30)] = posts

    it("an answer says when one connection's share of the day's dollars is refilled, and does not call it X's limit", async () => {
      const store = createMemoryStore(() => now)
      const name = networkQuotaName(new Date(now).toISOString().slice(0, 10), greedy)
      await store.spend({ amount: 1e9, quotas: [{ name, limit: NO_QUOTA_LIMIT, ttlMs: DAY_MS }] })
      const { x } = await searchWorld({ someone: account }, { store, now: () => now })
      const [judged] = await x.checkPosts([ref(post)], callerWith(undefined, greedy))
      expect(judged?.evidence).toMatchObject({ found: null, reason: { cause: 'share', until: midnight } })
    })

    it("an answer says when the day's dollars are refilled that the list of posts needs", async () => {
      const store = createMemoryStore(() => now)
      const { check } = await searchWorld({ someone: account }, { store, now: () => now, budgetUsd: 0.5 })
      await check()
      const day = new Date(now).toISOString().slice(0, 10)
      const left = 500_000 - (await readSpent(store, day))
      await store.spend({
        amount: left,
        quotas: [{ name: day, limit: 500_000, ttlMs: DAY_MS }],
      })
      const said = await check(LIST)
      expect(said.evidence?.tweets).toMatchObject({ reason: { cause: 'budget', until: midnight } })
    })
  })

  describe('own posts behind many replies, if a page of a hundred posts costs more than one address may spend', () => {
    /** An account whose own posts lie behind so many replies, and a server with the default shares. */
    async function behind(count: number, spentBefore = 0) {
      const replies = Array.from({ length: count }, (_, index) =>
        at(2, { id: idAt(2 + index / 100, index), kind: 'reply', of: '9' }),
      )
      const own = [8, 18, 28, 38, 48].map((hours) => at(hours, { kind: 'own' }))
      const limits = { budgetUsd: 5, budgetPercent: { address: 5, hour: 100 } }
      const store = createMemoryStore()
      const name = networkQuotaName(new Date().toISOString().slice(0, 10), greedy)
      await store.spend({
        amount: spentBefore,
        quotas: [{ name, limit: NO_QUOTA_LIMIT, ttlMs: 3_600_000 }],
      })
      const { check, sim } = await searchWorld(
        { someone: { posts: [...replies, ...own] } },
        { ...limits, store },
      )
      sim.state.cutsFirst = true
      return () => check({}, greedy)
    }

    it('an account is judged by posts behind forty replies, because fifty more posts are read', async () => {
      const check = await behind(40)
      expect(await check()).toMatchObject(verdict(false, { found: 5 }))
    })

    it('an account is not judged, with the reason `crowded`, if its posts lie behind 130 replies', async () => {
      const check = await behind(130)
      expect(await check()).toMatchObject(verdict(null, { reason: { cause: 'crowded' } }))
    })

    it("an account is left unjudged by the connection's share, if less than the price of fifty posts is left of it", async () => {
      const check = await behind(40, 200_000)
      const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400_000
      const said = await check()
      expect(said).toMatchObject(verdict(null, { reason: { cause: 'share' } }))
      expect(Math.abs((said.evidence?.items.search_ban.reason?.until ?? 0) - midnight)).toBeLessThan(2000)
    })
  })
})
