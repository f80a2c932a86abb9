import { describe, expect, it, vi } from 'vitest'
import { createMemoryCount, createCallLimits, clientKeyOf, networksOf } from '../../server/http/limits.ts'
import type { CallLimits } from '../../server/http/limits.ts'
import { createSandboxUpstream } from '../../server/upstream/sandbox.ts'
import { withAdmission } from '../../server/upstream/Upstream.ts'
import { createBudget } from '../../server/upstream/x/budget.ts'
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
const addresses = Array.from({ length: 256 }, (_, index) => `2001:db8:1:${(0x2a00 + index).toString(16)}::1`)
const line = addresses.map((address) => clientKeyOf(address, 'secret'))
const posts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: 'a', id: `${10 + index}` }))
/** Quotas begin anew at midnight and at full hours: no test of a budget crosses one. */
const NOON = Date.UTC(2026, 10, 24, 12)
const budgetOf = (dayMicros: number, addressMicros: number, store = createMemoryStore()) =>
  createBudget({
    store,
    spending: { dayMicros, addressMicros, leastMicros: addressMicros, hourMicros: dayMicros },
    now: () => NOON,
    onFault: () => undefined,
  })
const statusOf = (settled: PromiseSettledResult<unknown>[]) => settled.map(({ status }) => status)

it('an IPv6 network is counted with its /56 and /48, and an IPv4 address with its /24', () => {
  expect(networksOf('2001:db8:1:2aff')).toEqual([
    { key: '2001:db8:1:2aff', multiplier: 1 },
    { key: '2001:db8:1:2a/56', multiplier: 3 },
    { key: '2001:db8:1/48', multiplier: 10 },
  ])
  expect(networksOf('192.0.2.9')).toEqual([
    { key: '192.0.2.9', multiplier: 1 },
    { key: '192.0.2/24', multiplier: 10 },
  ])
})

it('a pseudonym of an address keeps its networks together and apart from others, and differs under another secret', () => {
  const keysOf = (address: string, secret = 'secret') =>
    networksOf(clientKeyOf(address, secret)).map(({ key }) => key)
  const [own, half, whole] = keysOf('2001:db8:1:2aff::5')
  expect(keysOf('2001:db8:1:2aff::6')).toEqual([own, half, whole])
  expect(keysOf('2001:db8:1:2a00::5').slice(1)).toEqual([half, whole])
  expect(keysOf('2001:db8:1:2bff::5')[1]).not.toBe(half)
  expect(keysOf('2001:db8:1:2bff::5')[2]).toBe(whole)
  expect(keysOf('192.0.2.9')[1]).toBe(keysOf('192.0.2.10')[1])
  expect(keysOf('192.0.2.9')[1]).not.toBe(keysOf('192.0.3.9')[1])
  expect(keysOf('192.0.2.9')[0]).not.toBe(keysOf('192.0.2.10')[0])
  expect(keysOf('192.0.2.9', 'another')[1]).not.toBe(keysOf('192.0.2.9')[1])
  expect(keysOf('192.0.2.9').join()).not.toMatch(/192|\.2\.9/)
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
      now: () => NOON,
      onFault: () => undefined,
    })
    const hold = Promise.withResolvers<void>()
    const reserve = (clientKey: string) => budget(callerWith(undefined, clientKey), 50, () => hold.promise)
    const taken = Promise.allSettled(line.map(reserve))
    hold.resolve()
    expect(statusOf(await taken).filter((status) => status === 'fulfilled')).toHaveLength(2)
  })

  it.each([
    [8, 20],
    [1, 200],
  ])(
    'a home line with 256 networks can run %i checks of %i posts at once, and others are let in',
    async (most, count) => {
      const upstream = withAdmission(createSandboxUpstream(20))
      const taken = Promise.allSettled(
        line
          .slice(0, 40)
          .map((clientKey) => upstream.checkPosts(posts(count), callerWith(undefined, clientKey))),
      )
      const honest = Array.from({ length: 40 }, (_, index) =>
        upstream.checkPosts(posts(1), callerWith(undefined, `198.51.${index}.7`)),
      )
      expect(new Set(statusOf(await Promise.allSettled(honest)))).toEqual(new Set(['fulfilled']))
      const held = statusOf(await taken).filter((status) => status === 'fulfilled')
      expect(held).toHaveLength(most)
    },
  )

  // The count was once in a cache in memory, which 56,000 free calls washed out.
  it('a home line with 256 networks can save three shares of the bytes of a day, and no more after a restart', async () => {
    const store = createMemoryStore()
    let address = HONEST
    const serve = () =>
      inProcess(
        testApp({
          store,
          keys: () => ['secret'],
          difficulty: 0,
          historyAddressBytes: 300,
          addressOf: () => address,
        }),
      )
    const isSaved = async (call: Call, from: string) => {
      address = from
      return (await sessionOf(await checkBatch(call, ['https://x.com/a/status/1']))) !== ''
    }
    let saved = 0
    for (const from of addresses.slice(0, 40)) if (await isSaved(serve(), from)) saved++
    expect(saved).toBeGreaterThan(2)
    expect(saved).toBeLessThan(10)
    expect(await isSaved(serve(), HONEST)).toBe(true)
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
  const call = inProcess(testApp({ difficulty: 1, limits: { count, ensure: async () => undefined } }))
  expect((await checkAccount(call, bodyFor('sbx_err_502'))).status).toBe(502)
  expect(count.mock.calls.map(([kind]) => kind)).toEqual(['check'])
})
