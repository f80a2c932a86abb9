import * as v from 'valibot'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Capabilities } from '../../../contract/wire.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { capabilitiesOfX } from '../../../server/upstream/x/context.ts'
import { outcome } from '../client.ts'
import { followClock } from '../followClock.ts'
import { createMemoryStore, testApp } from '../testApp.ts'

describe('healthz', () => {
  function watched(health: () => Promise<string | null>) {
    let now = 1_790_000_000_000
    followClock(() => now)
    let probes = 0
    const store = { ...createMemoryStore(), health: () => (probes++, health()) }
    const app = testApp({ store, now: () => now })
    return {
      ask: () => outcome(app.request('/healthz')),
      probes: () => probes,
      pass: (ms: number) => (now += ms),
    }
  }
  const WELL = { status: 200, code: undefined }
  const AWAY = { status: 503, code: 'store_unavailable' }

  it('healthz probes the store once in two seconds, however often it is requested', async () => {
    let isThere = true
    const health = watched(async () => {
      if (!isThere) throw new Error('away')
      return null
    })
    expect(await Promise.all([health.ask(), health.ask()])).toEqual([WELL, WELL])
    isThere = false
    expect(await health.ask()).toEqual(WELL)
    expect(health.probes()).toBe(1)
    health.pass(2001)
    expect(await health.ask()).toEqual(AWAY)
    isThere = true
    health.pass(2001)
    expect(await health.ask()).toEqual(WELL)
  })

  it('healthz counts a silent store as unavailable before a load balancer stops waiting', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const health = watched(() => new Promise(() => undefined))
    const asked = Promise.all([health.ask(), health.ask()])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await asked).toEqual([AWAY, AWAY])
    expect(await health.ask()).toEqual(AWAY)
    expect(health.probes()).toBe(1)
  })

  it('healthz is unhealthy at first if the store is unavailable from the start, and logs the reason once for each probe', async () => {
    const faults: unknown[] = []
    const store = { ...createMemoryStore(), health: () => Promise.reject(new Error('refused')) }
    const app = testApp({ store, onFault: (error) => faults.push(error) })
    for (let turn = 0; turn < 3; turn++) expect(await outcome(app.request('/healthz'))).toEqual(AWAY)
    expect(faults.map(String)).toEqual(['Error: refused'])
  })

  it('healthz names in one line what the operator should fix, and is healthy all the same', async () => {
    const upstream = createSandboxUpstream()
    const said = async (x: string | null) => {
      const answer = await testApp({ upstream: { ...upstream, healthWarning: () => x } }).request('/healthz')
      return [answer.status, await answer.json()]
    }
    expect(await said(null)).toEqual([200, { status: 'ok' }])
    expect(await said('X is blind.')).toEqual([200, { status: 'ok', trouble: 'X is blind.' }])
  })

  it('healthz tells a load balancer in words and by its code why it is unhealthy', async () => {
    const draining = AbortSignal.abort()
    const answer = await testApp({ draining }).request('/healthz')
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: 'unavailable', code: 'shutting_down', message: expect.stringContaining('restarting') },
    ])
  })
})

describe('getCapabilities', () => {
  const offer = {
    bearerToken: 'token',
    accountsPermitted: true,
    postSearchPermitted: true,
    judged: ['search_ban', 'posts'],
    postSearchMax: 20,
  } as const

  it('getCapabilities says before a check what the sandbox invents: all four bans, and posts that were searched', async () => {
    const answer = await testApp({ origins: ['https://a.example'] }).request('/api/capabilities', {
      headers: { Origin: 'https://a.example' },
    })
    expect(v.parse(Capabilities, await answer.json())).toEqual({
      bans: ['search_suggestion_ban', 'search_ban', 'ghost_ban', 'reply_deboosting'],
      posts: 'search',
      keptDays: 90,
    })
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=30')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://a.example')
    expect(answer.headers.get('Vary')).toContain('Origin')
  })

  it.each([
    ['everything that X shows', {}, ['search_ban'], 'search'],
    ['no account and no search without a token', { bearerToken: '' }, [], 'visibility'],
    ['no account unless that is permitted', { accountsPermitted: false }, [], 'search'],
    ['no search unless that is permitted', { postSearchPermitted: false }, ['search_ban'], 'visibility'],
    [
      'no search if the operator leaves posts out',
      { judged: ['search_ban'] as const },
      ['search_ban'],
      'visibility',
    ],
    ['no search if at most 0 posts are searched for', { postSearchMax: 0 }, ['search_ban'], 'visibility'],
    ['no ban if the operator leaves it out', { judged: ['posts'] as const }, [], 'search'],
  ])('the capabilities of a server with X promise %s', (_name, more, bans, posts) => {
    expect(capabilitiesOfX({ ...offer, ...more })).toEqual({ bans, posts })
  })
})

it('the public state of X’s search does not tell when somebody checks: its counts are in tens, its time in five minutes', async () => {
  const FIVE_MINUTES = 300_000
  const from = 12 * 3_600_000
  const time = from + FIVE_MINUTES
  const searchHealth = () => ({
    now: { state: 'limited' as const, time: time + 299_999, until: time + 400_001 },
    hours: [{ from, ok: 11, blind: 1, limited: 0 }],
  })
  const app = testApp({ upstream: { ...createSandboxUpstream(), searchHealth } })
  const now = { state: 'limited', time, until: time + 400_001 }
  const read = async (path: string) => (await (await app.request(path)).json()) as object
  expect(await read('/api/search-health')).toEqual({
    now,
    hours: [{ from, ok: 20, blind: 10, limited: 0 }],
  })
  expect(await read('/api/capabilities')).toMatchObject({ search: now })
})
