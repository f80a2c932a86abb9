import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  addressOf,
  createLimits,
  limitKeyOf,
  nodeAddress,
  parseTrusted,
} from '../../../server/http/limits.ts'
import { countInMemory } from '../../../server/store/memoryStore.ts'
import { testApp } from '../testApp.ts'

const incoming = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage
const trusted = parseTrusted(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'])

describe('an address', () => {
  it.each([
    ['the socket without proxies', '203.0.113.1', '198.51.100.9', null, '203.0.113.1'],
    ['the socket when it is no trusted proxy', '203.0.113.1', '198.51.100.9', trusted, '203.0.113.1'],
    ['the last untrusted hop behind a proxy', '10.0.0.1', '198.51.100.9', trusted, '198.51.100.9'],
    [
      'the last untrusted hop, whatever stands before it',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.9',
      trusted,
      '198.51.100.9',
    ],
    [
      'the hop before a row of proxies',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.9, 10.9.9.9',
      trusted,
      '198.51.100.9',
    ],
    ['the proxy when the hop is no address', '10.0.0.1', '198.51.100.9, unknown', trusted, '10.0.0.1'],
    ['the first hop when all are proxies', '10.0.0.1', '10.7.7.7, 10.9.9.9', trusted, '10.7.7.7'],
    ['the proxy when nothing is forwarded', '10.0.0.1', undefined, trusted, '10.0.0.1'],
    ['IPv4 where it is written as IPv6', '::ffff:10.0.0.1', '::ffff:198.51.100.9', trusted, '198.51.100.9'],
    ['IPv6 behind an IPv6 proxy', 'fd00::1', '2001:db8::1', trusted, '2001:db8::1'],
    [
      'an address that a proxy wrote with its port',
      '10.0.0.1',
      '198.51.100.9:51234',
      trusted,
      '198.51.100.9',
    ],
    ['IPv6 with its port', '10.0.0.1', '[2001:db8::1]:51234', trusted, '2001:db8::1'],
    ['IPv6 in brackets alone', '10.0.0.1', '[2001:db8::1]', trusted, '2001:db8::1'],
    ['IPv4 as IPv6 in hexadecimals', '10.0.0.1', '::ffff:c633:6409', trusted, '198.51.100.9'],
    ['IPv4 as IPv6, written out', '10.0.0.1', '[0:0:0:0:0:FFFF:198.51.100.9]:80', trusted, '198.51.100.9'],
    [
      'the hop before a proxy with its port',
      '10.0.0.1',
      '198.51.100.9, 10.9.9.9:80',
      trusted,
      '198.51.100.9',
    ],
    ['the hop before a proxy as IPv6', '10.0.0.1', '198.51.100.9, ::ffff:a09:909', trusted, '198.51.100.9'],
    ['the proxy when the hop has a port that is none', '10.0.0.1', '198.51.100.9:x', trusted, '10.0.0.1'],
    ['the proxy when the hop is a bare port', '10.0.0.1', ':51234', trusted, '10.0.0.1'],
    ['a link-local one with its zone', '10.0.0.1', 'fe80::1%eth0', trusted, 'fe80::1%eth0'],
  ] as const)('is %s', (_name, socket, forwarded, proxies, expected) => {
    expect(addressOf(incoming(socket, forwarded), proxies)).toBe(expected)
  })

  it('is that of this machine where there is no socket, and whatever is forwarded then is not believed', () => {
    for (const proxies of [null, trusted]) expect(addressOf(undefined, proxies)).toBe('127.0.0.1')
  })

  it('is that behind a proxy which was listed as IPv6 though it is IPv4', () => {
    const proxies = parseTrusted(['::ffff:10.0.0.1'])
    expect(addressOf(incoming('10.0.0.1', '198.51.100.9'), proxies)).toBe('198.51.100.9')
  })

  it.each([
    ['203.0.113.1', '203.0.113.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::198.51.100.9', '64:ff9b:0:0'],
  ])('%s is limited as %s', (address, key) => {
    expect(limitKeyOf(address)).toBe(key)
  })
})

describe('limits', () => {
  const limitedTo = (perMinute: number) => ({
    limits: createLimits(perMinute, countInMemory()),
    addressOf: nodeAddress(null),
  })
  const ask = (app: ReturnType<typeof testApp>, socket: string, forwarded?: string) =>
    app.request('/api/ip', {}, { incoming: incoming(socket, forwarded) })

  it('refuse an address alone, with the seconds to wait, however it forges its hops', async () => {
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

  it('take a whole IPv6 network of 64 bits as one', async () => {
    const app = testApp(limitedTo(1))
    for (let count = 0; count < 10; count++) await ask(app, `2001:db8:1:2::${count}`)
    expect((await ask(app, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await ask(app, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('make challenges harder by up to two for who asks too often', async () => {
    const app = testApp({ ...limitedTo(8), difficulty: 3 })
    const body = JSON.stringify({ screen_name: 'a', key: '', searchban: true, repost: true })
    const difficulties: number[] = []
    for (let count = 0; count < 8; count++) {
      const answer = await app.request('/api/generate-keyvalue', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      difficulties.push(((await answer.json()) as { value: number }).value / 123_456_789)
    }
    expect(difficulties).toEqual([3, 3, 3, 3, 4, 4, 5, 5])
  })
})
