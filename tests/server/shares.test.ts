import { describe, expect, it, vi } from 'vitest'
import { createMemoryCount, createCallLimits, clientKeyOf } from '../../server/http/limits.ts'
import type { CallLimits } from '../../server/http/limits.ts'
import { networksOf } from '../../server/http/networks.ts'
import { createSandboxUpstream } from '../../server/upstream/sandbox.ts'
import { createFairQueue, withAdmission } from '../../server/upstream/sharing.ts'
import { createBudget } from '../../server/upstream/x/budget.ts'
import { createNotFoundCount } from '../../server/upstream/x/callShares.ts'
import type { Call } from './client.ts'
import {
  bodyFor,
  callerWith,
  checkAccount,
  checkBatch,
  inProcess,
  outcome,
  post,
  redeemAccount,
  sessionOf,
  solved,
} from './client.ts'
import { createMemoryStore, testApp } from './testApp.ts'

const HONEST = '198.51.100.7'
/** The 256 networks of 64 bits that one line has. */
const line = Array.from({ length: 256 }, (_, index) =>
  clientKeyOf(`2001:db8:1:${(0x2a00 + index).toString(16)}::1`),
)
const posts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: 'a', id: `${10 + index}` }))
const budgetOf = (dayMicros: number, addressMicros: number, store = createMemoryStore()) =>
  createBudget({
    store,
    spending: { dayMicros, addressMicros, leastMicros: addressMicros, hourMicros: dayMicros },
    now: Date.now,
    onFault: () => undefined,
  })
const statusOf = (settled: PromiseSettledResult<unknown>[]) => settled.map(({ status }) => status)

it('an IPv6 network is counted with its /56 and /48, and an IPv4 address with its /24', () => {
  expect(networksOf(clientKeyOf('2001:db8:1:2aff::5'))).toEqual([
    { key: '2001:db8:1:2aff', multiplier: 1 },
    { key: '2001:db8:1:2a/56', multiplier: 3 },
    { key: '2001:db8:1/48', multiplier: 10 },
  ])
  expect(networksOf('192.0.2.9')).toEqual([
    { key: '192.0.2.9', multiplier: 1 },
    { key: '192.0.2/24', multiplier: 10 },
  ])
})

describe('one home line with 256 networks', () => {
  it("a home line with 256 networks can spend three shares of the day's dollars, and leaves the rest to others", async () => {
    const budget = budgetOf(1000, 50)
    const spend = (clientKey: string) =>
      budget(callerWith(undefined, clientKey), 10, (pay) =>
        pay({
          endpoint: 'posts',
          kind: 'post',
          worstMicros: 10,
          call: async ({ sent }) => (sent(), { status: 500, headers: new Headers(), json: undefined }),
        }),
      )
    const taken = await Promise.allSettled(line.map(spend))
    expect(statusOf(taken).filter((status) => status === 'fulfilled')).toHaveLength(15)
    for (let turn = 0; turn < 5; turn++) await expect(spend(HONEST)).resolves.toBeDefined()
  })

  it('a home line with 256 networks has the minimum share once, not once for each network', async () => {
    const budget = createBudget({
      store: createMemoryStore(),
      spending: { dayMicros: 1000, addressMicros: 10, leastMicros: 100, hourMicros: 1000 },
      now: Date.now,
      onFault: () => undefined,
    })
    const hold = Promise.withResolvers<void>()
    const reserve = (clientKey: string) => budget(callerWith(undefined, clientKey), 50, () => hold.promise)
    const taken = Promise.allSettled(line.map(reserve))
    hold.resolve()
    expect(statusOf(await taken).filter((status) => status === 'fulfilled')).toHaveLength(2)
  })

  it('a home line with 256 networks can hold three shares of the places for checks under way, and others are let in', async () => {
    const upstream = withAdmission(createSandboxUpstream(20))
    const taken = Promise.allSettled(
      line.slice(0, 40).map((clientKey) => upstream.checkPosts(posts(200), callerWith(undefined, clientKey))),
    )
    const honest = Array.from({ length: 40 }, (_, index) =>
      upstream.checkPosts(posts(1), callerWith(undefined, `198.51.${index}.7`)),
    )
    expect(new Set(statusOf(await Promise.allSettled(honest)))).toEqual(new Set(['fulfilled']))
    const held = statusOf(await taken).filter((status) => status === 'fulfilled')
    expect(held).toHaveLength(3)
  })

  // Each of its networks once waited in a queue of its own, and others came after all of them.
  it('a home line with 256 networks waits for X behind others, and loses queue places to them if the queue is full', async () => {
    const queue = createFairQueue({ concurrency: 4, waitingMax: 40 })
    const entered: string[] = []
    const hold = Promise.withResolvers<void>()
    const enter = (clientKey: string) =>
      queue(async () => (entered.push(clientKey), await hold.promise), callerWith(undefined, clientKey))
    const taken = Promise.allSettled(line.slice(0, 60).map(enter))
    const honest = enter(HONEST)
    hold.resolve()
    await expect(honest).resolves.toBeUndefined()
    await taken
    expect(entered.indexOf(HONEST)).toBeLessThan(5)
  })

  // The count was once in a cache in memory, which 56,000 free calls washed out.
  it('a home line with 256 networks can save three shares of the bytes of a day, and no more after a restart', async () => {
    const store = createMemoryStore()
    let address = HONEST
    const serve = () =>
      inProcess(testApp({ store, difficulty: 0, historyAddressBytes: 300, addressOf: () => address }))
    const isSaved = async (call: Call, from: string) => {
      address = from
      return (await sessionOf(await checkBatch(call, ['https://x.com/a/status/1']))) !== ''
    }
    let saved = 0
    for (const [index, clientKey] of line.slice(0, 40).entries())
      if (await isSaved(serve(), `${clientKey}::${index}`)) saved++
    expect(saved).toBeGreaterThan(2)
    expect(saved).toBeLessThan(10)
    expect(await isSaved(serve(), HONEST)).toBe(true)
  })
})

describe("X's calls", () => {
  /** Calls of an endpoint, one check each. */
  function asking(endpoint: 'search' | 'user' = 'search', store = createMemoryStore()) {
    const budget = budgetOf(1e9, 1e9, store)
    return (clientKey: string, isSent = true) =>
      budget(callerWith(undefined, clientKey), 0, (pay) =>
        pay({
          endpoint,
          kind: 'post',
          worstMicros: 0,
          async call({ sent }) {
            if (!isSent) throw new Error('gone')
            sent()
            return { status: 200, headers: new Headers(), json: {} }
          },
        }),
      )
  }

  // One address once used up all 450 searches of a quarter of an hour within a second.
  it("X's calls are shared: one address gets a fifth of the searches, and others get theirs", async () => {
    const ask = asking()
    const greedy = await Promise.allSettled(Array.from({ length: 456 }, () => ask('203.0.113.1')))
    expect(statusOf(greedy).filter((status) => status === 'fulfilled')).toHaveLength(90)
    expect(greedy.at(-1)).toMatchObject({ reason: { code: 'rate_limited', retryAfter: expect.any(Number) } })
    for (let turn = 0; turn < 10; turn++) await expect(ask(HONEST)).resolves.toBeDefined()
  })

  // Six addresses once left no search to anybody for a quarter of an hour.
  it("X's last calls are reserved for those who used few: six greedy addresses leave the last quarter to others", async () => {
    const ask = asking()
    const greedy = Array.from({ length: 6 }, (_, index) => `203.0.${index}.1`)
    // Three addresses have their share, the fourth what is left of three quarters, and two the little that everybody may have.
    const taken = await Promise.allSettled(
      greedy.flatMap((key) => Array.from({ length: 100 }, () => ask(key))),
    )
    expect(statusOf(taken).filter((status) => status === 'fulfilled')).toHaveLength(337 + 2 * 22)
    const honest = Array.from({ length: 10 }, (_, index) => `198.51.${index}.7`)
    const others = await Promise.allSettled(
      honest.flatMap((key) => Array.from({ length: 6 }, () => ask(key))),
    )
    expect(new Set(statusOf(others))).toEqual(new Set(['fulfilled']))
    await expect(ask('203.0.0.1')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  // Five fresh addresses once took all that was kept: 15 lookups each.
  it("X's last calls are reserved more strictly the fewer remain: ten fresh addresses leave lookups to others", async () => {
    const ask = asking('user')
    const greedy = Array.from({ length: 15 }, (_, index) => `203.0.${index}.1`)
    const taken = await Promise.allSettled(
      greedy.flatMap((key) => Array.from({ length: 60 }, () => ask(key))),
    )
    expect(statusOf(taken).filter((status) => status === 'fulfilled').length).toBeLessThan(300)
    await expect(ask(HONEST)).resolves.toBeDefined()
    await expect(ask(HONEST)).resolves.toBeDefined()
  })

  // Names that do not exist cost nothing, so an address could come back for what is kept each quarter of an hour.
  it("X's last calls are refused for the rest of the day to those who looked up many names that X does not know", async () => {
    const store = createMemoryStore()
    const ask = asking('user', store)
    const notFound = createNotFoundCount({ store, now: Date.now, onFault: () => undefined })
    const [guessing, neighbour] = ['192.0.2.1', '192.0.2.2']
    for (let name = 0; name < 10; name++) await notFound.add(guessing)
    await expect(ask(guessing)).resolves.toBeDefined()
    const greedy = Array.from({ length: 4 }, (_, index) => `203.0.${index}.1`)
    await Promise.allSettled(greedy.flatMap((key) => Array.from({ length: 60 }, () => ask(key))))
    await expect(ask(guessing)).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(ask(neighbour)).resolves.toBeDefined()
    await expect(ask(HONEST)).resolves.toBeDefined()
  })

  it("X's last calls are given to one /48 up to a sixteenth of all calls", async () => {
    const ask = asking()
    const greedy = Array.from({ length: 6 }, (_, index) => `203.0.${index}.1`)
    await Promise.allSettled(greedy.flatMap((key) => Array.from({ length: 100 }, () => ask(key))))
    const taken = await Promise.allSettled(line.map((clientKey) => ask(clientKey)))
    expect(statusOf(taken).filter((status) => status === 'fulfilled').length).toBeLessThanOrEqual(450 / 16)
    await expect(ask(HONEST)).resolves.toBeDefined()
  })

  it("X's calls that were not made because the visitor left are returned to the budget", async () => {
    const ask = asking()
    for (let turn = 0; turn < 100; turn++) await expect(ask(HONEST, false)).rejects.toThrow('gone')
    await expect(ask(HONEST)).resolves.toBeDefined()
  })
})

describe('behind one address', () => {
  const app = () => inProcess(testApp({ difficulty: 1, limits: createCallLimits(60, createMemoryCount()) }))

  // 60 of them once refused everybody behind the address a challenge, and so every check.
  it('a neighbour behind the same address who requests challenges and solves none locks nobody out', async () => {
    const call = app()
    for (let turn = 0; turn < 200; turn++)
      expect((await post(call, '/api/generate-keyvalue', bodyFor('sbx_clear'))).status).toBe(200)
    expect((await checkAccount(call, bodyFor('sbx_clear'))).status).toBe(200)
  })

  it('a neighbour behind the same address who sends malformed bodies and refused proofs locks nobody out', async () => {
    const call = app()
    const proof = await solved(call, bodyFor('sbx_clear'))
    const codes: (string | undefined)[] = []
    for (let turn = 0; turn < 70; turn++) {
      codes.push((await outcome(redeemAccount(call, bodyFor('sbx_mixed'), proof))).code)
      codes.push((await outcome(post(call, '/api/check-by-user', {}))).code)
    }
    expect(new Set(codes)).toEqual(new Set(['mismatch', 'token_missing']))
    expect((await redeemAccount(call, bodyFor('sbx_clear'), proof)).status).toBe(200)
  })
})

it('a check that fails at X counts as a check', async () => {
  const count = vi.fn<CallLimits['count']>(async () => undefined)
  const call = inProcess(testApp({ difficulty: 1, limits: { count, used: async () => 0 } }))
  expect((await checkAccount(call, bodyFor('sbx_err_502'))).status).toBe(502)
  expect(count.mock.calls.map(([kind]) => kind)).toEqual(['check'])
})
