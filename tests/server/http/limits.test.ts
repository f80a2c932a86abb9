import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { readDifficulty } from '../../../contract/challenge.ts'
import {
  createMemoryCount,
  createCallLimits,
  createNodeAddressReader,
  toBlockList,
  clientKeyOf,
} from '../../../server/http/limits.ts'
import type { CountCalls } from '../../../server/http/limits.ts'
import { bodyFor, checkAccount, inProcess, outcome, post, redeemAccount, solved } from '../client.ts'
import type { Call } from '../client.ts'
import { createMemoryStore, testApp } from '../testApp.ts'

describe('address', () => {
  const incoming = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage
  const addressOf = (request: IncomingMessage | undefined, proxies: BlockList | null) =>
    createNodeAddressReader(proxies)({ env: { incoming: request } } as never)
  const trusted = toBlockList(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'])

  it.each([
    ['the socket without proxies', '203.0.113.1', '198.51.100.9', null, '203.0.113.1'],
    ['the socket when it is no trusted proxy', '203.0.113.1', '198.51.100.9', trusted, '203.0.113.1'],
    ['the hop before proxies', '10.0.0.1', '1.1.1.1, 198.51.100.9, 10.9.9.9', trusted, '198.51.100.9'],
    ['the proxy when the hop is no address', '10.0.0.1', '198.51.100.9, unknown', trusted, '10.0.0.1'],
    ['the first hop when all are proxies', '10.0.0.1', '10.7.7.7, 10.9.9.9', trusted, '10.7.7.7'],
    ['the proxy when nothing is forwarded', '10.0.0.1', undefined, trusted, '10.0.0.1'],
    [
      'an IPv4 address that is written as IPv6',
      '::ffff:10.0.0.1',
      '::ffff:198.51.100.9',
      trusted,
      '198.51.100.9',
    ],
    ['IPv6 behind an IPv6 proxy', 'fd00::1', '2001:db8::1', trusted, '2001:db8::1'],
    ['an address written with its port', '10.0.0.1', '198.51.100.9:51234', trusted, '198.51.100.9'],
    ['IPv6 with its port', '10.0.0.1', '[2001:db8::1]:51234', trusted, '2001:db8::1'],
    ['IPv6 in brackets', '10.0.0.1', '[2001:db8::1]', trusted, '2001:db8::1'],
    ['IPv4 as IPv6, written out', '10.0.0.1', '[0:0:0:0:0:FFFF:198.51.100.9]:80', trusted, '198.51.100.9'],
    ['the hop before a proxy as IPv6', '10.0.0.1', '198.51.100.9, ::ffff:a09:909', trusted, '198.51.100.9'],
    ['a link-local one with its zone', '10.0.0.1', 'fe80::1%eth0', trusted, 'fe80::1%eth0'],
  ] as const)('the address of a client is %s', (_name, socket, forwarded, proxies, expected) => {
    expect(addressOf(incoming(socket, forwarded), proxies)).toBe(expected)
  })

  it('the address of a client without a socket is that of this machine, and forwarded addresses are then not believed', () => {
    for (const proxies of [null, trusted]) expect(addressOf(undefined, proxies)).toBe('127.0.0.1')
  })

  it.each([
    ['2001:db8:1:2:ffff::', '2001:0db8:0001:0002::9'],
    ['2001:db8::1', '2001:db8:0:0:5::'],
    ['fe80::1%eth0', 'fe80::2'],
  ])('%s and %s are limited as one client', (address, other) => {
    expect(clientKeyOf(address, 'secret')).toBe(clientKeyOf(other, 'secret'))
  })

  describe('limits', () => {
    const limitedTo = (perMinute: number) => ({
      limits: createCallLimits(perMinute, createMemoryCount()),
      addressOf: createNodeAddressReader(null),
    })
    const ask = (app: ReturnType<typeof testApp>, socket: string, forwarded?: string) =>
      app.request('/api/ip', {}, { incoming: incoming(socket, forwarded) })

    it('limits refuse one address, with the seconds to wait, whatever hops it forges', async () => {
      const app = testApp(limitedTo(1))
      const statuses: number[] = []
      for (let count = 0; count < 11; count++)
        statuses.push((await ask(app, '203.0.113.1', `198.51.100.${count}`)).status)
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
      const refused = await ask(app, '203.0.113.1')
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
      expect((await ask(app, '203.0.113.2')).status).toBe(200)
    })

    it('limits refuse an address that checks too often its challenges, and leave the difficulty as it is', async () => {
      const app = testApp({ ...limitedTo(8), difficulty: 1 })
      const call: Call = async (path, init) =>
        await app.request(path, init, { incoming: incoming('203.0.113.1') })
      const difficulties: number[] = []
      for (let count = 0; count < 8; count++) {
        const answer = await post(call, '/api/generate-keyvalue', bodyFor('a'))
        difficulties.push(readDifficulty(((await answer.json()) as { value: number }).value))
        expect((await checkAccount(call, bodyFor('sbx_clear'))).status).toBe(200)
      }
      expect(difficulties).toEqual(Array(8).fill(1))
      expect((await post(call, '/api/generate-keyvalue', bodyFor('a'))).status).toBe(429)
    })

    // 59 replays once shut everybody behind the address out for a minute.
    it('limits count proofs that were spent, and a replay calls the store no more', async () => {
      const store = createMemoryStore()
      const claim = vi.spyOn(store, 'claim')
      const call = inProcess(testApp({ ...limitedTo(2), store, difficulty: 1 }))
      const proof = await solved(call, bodyFor('sbx_clear'))
      expect((await redeemAccount(call, bodyFor('sbx_clear'), proof)).status).toBe(200)
      for (let replay = 0; replay < 60; replay++)
        expect((await outcome(redeemAccount(call, bodyFor('sbx_clear'), proof))).code).toBe('already_used')
      expect(claim).toHaveBeenCalledTimes(1)
      expect((await checkAccount(call, bodyFor('sbx_clear'))).status).toBe(200)
      expect((await outcome(post(call, '/api/generate-keyvalue', bodyFor('a')))).code).toBe('rate_limited')
    })
  })
})

describe('limits', () => {
  it.each([
    [0, 1],
    [1001, 2],
  ])('limits ask to come back after what is left of the window: %i ms is %i s', async (msLeft, seconds) => {
    const limits = createCallLimits(10, async () => ({ calls: 11, msLeft }))
    const refused = { code: 'rate_limited', retryAfter: seconds }
    await expect(limits.count('check', 'address')).rejects.toMatchObject(refused)
  })
})

describe('limits of a client in networks', () => {
  const counted = (calls: Record<string, number>) =>
    vi.fn<CountCalls>(async (key) => ({ calls: calls[key] ?? 0, msLeft: 60_000 }))
  const CLIENT = '2001:db8:1:2a00'

  it('the limits of a client read only the widest network while all of its calls are few', async () => {
    const count = counted({ 'check:2001:db8:1/48': 30 })
    await createCallLimits(60, count).ensure('check', CLIENT)
    expect(count.mock.calls.map(([key]) => key)).toEqual(['check:2001:db8:1/48'])
  })

  it('the limits of a client find the client that has used up its own limit within a wide network', async () => {
    const count = counted({
      'check:2001:db8:1/48': 60,
      'check:2001:db8:1:2a/56': 60,
      [`check:${CLIENT}`]: 60,
    })
    await expect(createCallLimits(60, count).ensure('check', CLIENT)).rejects.toMatchObject({
      code: 'rate_limited',
    })
  })

  // A /56 once used up the reads of the whole /48 by calls that were refused.
  it('the limits of a client do not count in a /48 what a /56 in it is refused', async () => {
    const limits = createCallLimits(10, createMemoryCount())
    const taken = await Promise.allSettled(
      Array.from({ length: 256 }, (_, index) =>
        limits.count('check', `2001:db8:1:${(0x2a00 + index).toString(16)}`),
      ),
    )
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    await expect(limits.count('check', '2001:db8:1:3b00')).resolves.toBeUndefined()
  })

  // 51,200 refused calls of one /48 once washed everybody's counts out of memory.
  it('the limits of a client make no keys for addresses of a network that is refused', async () => {
    const keys = new Set<string>()
    const counting = createMemoryCount()
    const limits = createCallLimits(1, (key, ...given) => (keys.add(key), counting(key, ...given)))
    for (let index = 0; index < 2000; index++)
      await limits.count('check', `2001:db8:1:${index.toString(16)}`).catch(() => undefined)
    expect(keys.size).toBeLessThan(50)
  })

  it.each(['check', 'timings', 'preview', 'read'] as const)(
    'the limits of a client take three shares of calls of the kind "%s" from one home line',
    async (kind) => {
      const limits = createCallLimits(10, createMemoryCount())
      const line = Array.from({ length: 256 }, (_, index) => `2001:db8:1:${(0x2a00 + index).toString(16)}`)
      const each = await Promise.all(
        line.map(async (clientKey) => {
          let taken = 0
          for (let call = 0; call < 120; call++)
            taken += await limits.count(kind, clientKey).then(
              () => 1,
              () => 0,
            )
          return taken
        }),
      )
      const share = { check: 1, timings: 1, preview: 4, read: 10 }[kind]
      expect(each.reduce((sum, taken) => sum + taken, 0)).toBe(3 * 10 * share)
      await expect(limits.count(kind, '198.51.100.7')).resolves.toBeUndefined()
    },
  )
})

describe('counting in memory', () => {
  const WINDOW = 60_000

  function heapMb(): number {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }

  // Each address was once kept with a timer of its own.
  it('counting in memory remembers 200,000 addresses in less than 20 MB', async () => {
    const count = createMemoryCount()
    const before = heapMb()
    for (let index = 0; index < 200_000; index++) {
      await count(`check:2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}`, WINDOW)
    }
    const used = heapMb() - before
    expect(used).toBeGreaterThan(1)
    expect(used).toBeLessThan(20)
    expect((await count('check:2001:db8:3:d3f', WINDOW)).calls).toBe(2)
  })
})
