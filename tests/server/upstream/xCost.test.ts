import { afterEach, describe, expect, it, vi } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { MICROS_PER_DOLLAR, PRICES_MICROS } from '../../../server/upstream/x/budget.ts'
import { createXUpstream } from '../../../server/upstream/x/createX.ts'
import { readSpent } from '../../../server/store/Store.ts'
import { ALL, LIST, VERDICT, bodyFor, callerWith } from '../client.ts'
import { scratchFolder } from '../scratch.ts'
import { createMemoryStore } from '../testApp.ts'
import { simulatedX } from './simulatedX.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import { hanging, htmlPage, startStubX } from './stubX.ts'
import {
  TIMELINE,
  USER,
  closeWorlds,
  costly,
  idAt,
  posts,
  recentPosts,
  ref,
  search,
  searchWorld,
  statusesOf,
  today,
  user,
  worldOf,
  xOptions,
} from './xWorld.ts'

closeWorlds()
const folder = scratchFolder()

const dollars = (micros: number) => micros / MICROS_PER_DOLLAR

describe('a spent budget', () => {
  afterEach(() => void vi.useRealTimers())

  it('a spent budget refuses account checks until midnight without any flag, and lets posts be checked', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:00:00Z') })
    const { check, x, asked } = await worldOf(
      { [USER]: user(), [TIMELINE]: posts(...recentPosts(5)), '/2/tweets': search(posts()) },
      { budgetUsd: 0.16 },
    )
    expect((await check()).search_ban).toBe(true)
    await check({ screen_name: 'between' })
    const before = asked().length
    const refused = await check({ screen_name: 'another' }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, code: 'budget_spent' })
    const { retryAfter } = refused as { retryAfter: number }
    expect(retryAfter).toBe(3600)
    expect(asked()).toHaveLength(before)
    expect((await check()).search_ban).toBe(true)
    expect(await statusesOf(x, [{ name: 'a', id: '1' }], callerWith(AbortSignal.timeout(5000)))).toEqual([
      'UNSEARCHED',
    ])
  })

  it('no check begins that the budget cannot pay with its list', async () => {
    const { check, asked } = await worldOf({ [USER]: user() }, { budgetUsd: 0.15 })
    await expect(check({ searchban: true })).rejects.toMatchObject({ code: 'budget_spent' })
    expect(asked()).toEqual([])
  })

  it('a spent budget is renewed at midnight, UTC, also for a check that is running', async () => {
    let now = Date.UTC(2026, 10, 21, 23, 59, 59)
    const store = createMemoryStore(() => now)
    const { check } = await worldOf(
      {
        [USER]: (...args) => {
          now += 2000
          user()(...args)
        },
        [TIMELINE]: posts(...recentPosts(1)),
      },
      { store, now: () => now, budgetUsd: 0.1 },
    )
    await check()
    expect([await readSpent(store, '2026-11-21'), await readSpent(store, '2026-11-22')]).toEqual([
      10_000, 10_000,
    ])
    now = Date.UTC(2026, 10, 22, 12)
    await check({ screen_name: 'another' })
    expect(await readSpent(store, '2026-11-22')).toBe(30_000)
  })

  it.each([
    ['a call that X did not answer in time is charged', hanging, 10_000],
    ['a call with an unreadable answer is charged', htmlPage(200), 10_000],
    ['a call that failed is free', htmlPage(503), 0],
  ])("a call's cost: %s", async (_name, answer, micros) => {
    const store = createMemoryStore()
    const { x } = await worldOf({ [USER]: answer }, { store })
    const asked = x.checkAccount(bodyFor('someone', VERDICT), callerWith(AbortSignal.timeout(1500)))
    await expect(asked).rejects.toBeInstanceOf(Error)
    await expect.poll(() => readSpent(store, today())).toBe(micros)
  })

  it('the budget is never exceeded by ten servers on one store', async () => {
    const accounts = Object.fromEntries(
      Array.from({ length: 24 }, (_, user) => [`user${user}`, costly(user, { kind: 'quote', of: '9' })]),
    )
    const x = simulatedX(accounts, 'before')
    const stub = await startStubX({ '/2/': x.answer, '/oembed': x.answer })
    const stores = await Promise.all(Array.from({ length: 10 }, () => openSqliteStore(folder)))
    const servers = stores.map((store) => createXUpstream(xOptions(stub.base, { budgetUsd: 0.4, store })))
    const signal = AbortSignal.timeout(60_000)
    const outcomes = await Promise.all(
      Object.keys(accounts).map(async (name, index) => {
        const check = servers[index % 10]?.checkAccount(bodyFor(name, VERDICT), callerWith(signal))
        return check?.then(
          ({ search_ban, evidence }) => `${search_ban} ${evidence?.items.search_ban.reason?.cause}`,
          ({ code }: { code: string }) => code,
        )
      }),
    )
    await Promise.all([stub.close(), ...stores.map((store) => store.close())])
    const count = (said: string) => outcomes.filter((outcome) => outcome === said).length
    // A search that others left no money for says so; "busy" is said while what others have reserved may be given back.
    const kinds = ['false undefined', 'null budget', 'budget_spent', 'busy'].map(count)
    expect(kinds.reduce((sum, one) => sum + one, 0)).toBe(outcomes.length)
    expect(count('false undefined')).toBeGreaterThan(0)
    expect(count('budget_spent')).toBeGreaterThan(0)
    expect(dollars(x.cost().returned)).toBeLessThanOrEqual(0.4)
    expect(dollars(x.cost().returned)).toBeGreaterThan(0.24)
  })
})

describe('prices', () => {
  vi.setConfig({ testTimeout: 60_000 })

  /** So many posts, so many hours apart. */
  const every = (count: number, hours: number, more: Partial<SimulatedPost> = {}): SimulatedPost[] =>
    Array.from({ length: count }, (_, index) => ({ id: idAt(3 + index * hours, 3), ...more }))
  const quotes = every(40, 4).map((post, index) =>
    Object.assign(post, { kind: 'quote' as const, of: String(900 + index) }),
  )
  const HIDDEN = { hidden: true }
  const link = '<p><a href="https://t.co/q">https://t.co/q</a></p>'

  /** Thousandths of a dollar as X charges on one day, and as counted: by the names before the renaming, and after it. */
  it.each<[string, SimulatedAccount | null, typeof VERDICT | null, [number, number], [number, number]]>([
    ['a post that is found', { posts: every(1, 1) }, null, [5, 5], [5, 5]],
    [
      'a post that is found and quotes another',
      { posts: every(1, 1, { kind: 'quote', of: '9', html: link }) },
      null,
      [5, 5],
      [10, 10],
    ],
    ['a post that is missed', { posts: every(1, 1, HIDDEN) }, null, [20, 25], [20, 25]],
    ['20 posts that are found', { posts: every(20, 5) }, null, [100, 100], [100, 100]],
    ['20 posts of a day that are missed', { posts: every(20, 1, HIDDEN) }, null, [115, 120], [115, 120]],
    ['20 posts of four days that are missed', { posts: every(20, 5, HIDDEN) }, null, [130, 150], [130, 150]],
    ['an account that is not there', null, VERDICT, [0, 0], [0, 0]],
    ['an account that rests', { posts: [{ id: idAt(500) }] }, VERDICT, [10, 10], [10, 10]],
    ['an active account', { posts: every(40, 4), pin: idAt(4000) }, VERDICT, [35, 60], [35, 60]],
    ['a banned account', { posts: every(16, 10, HIDDEN) }, VERDICT, [45, 65], [45, 100]],
    ['a banned account that posts much', { posts: every(40, 3, HIDDEN) }, VERDICT, [70, 90], [70, 160]],
    ['20 posts of an account', { posts: every(40, 4), pin: idAt(4000) }, LIST, [110, 230], [115, 235]],
    ['20 posts of a banned account', { posts: every(20, 7.5, HIDDEN) }, LIST, [145, 215], [145, 325]],
    ['20 posts of an account that quotes', { posts: quotes }, ALL, [110, 235], [210, 335]],
  ])(
    '%s costs as much as the table for operators says, and as the budget counts',
    async (_name, account, mode, before, after) => {
      for (const [generation, price] of [['before', before] as const, ['after', after] as const]) {
        const store = createMemoryStore()
        let reported = 0
        const { x, sim, judge } = await searchWorld(account ? { someone: account } : {}, {
          generation,
          store,
          monitor: { spent: (_endpoint, micros) => (reported += micros) },
        })
        if (mode) await x.checkAccount(bodyFor('someone', mode), callerWith())
        else await judge((account?.posts ?? []).map((post) => ref(post)))
        const { once, returned } = sim.cost()
        expect([generation, once / 1000, returned / 1000]).toEqual([generation, ...price])
        const spent = await readSpent(store, today())
        // A lookup that finds nobody is booked, too.
        const counted = returned + (account ? 0 : PRICES_MICROS.user)
        expect([spent, reported]).toEqual([counted, counted])
      }
    },
  )
})
