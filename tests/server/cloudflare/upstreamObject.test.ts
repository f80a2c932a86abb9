import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PostRef } from '../../../contract/names.ts'
import type { SearchHealth } from '../../../contract/wire.ts'
import { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import type { NamedObjects } from '../../../server/cloudflare/durableStore.ts'
import { UpstreamObject, createDurableUpstream } from '../../../server/cloudflare/upstream.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { API_FAULT_SENTENCES } from '../../../server/upstream/x/client/faults.ts'
import { JUDGEABLE_ITEMS } from '../../../server/upstream/x/health.ts'
import { VERDICT, bodyFor, callerWith } from '../client.ts'
import { json, oembedOf, xEnv } from '../upstream/stubX.ts'
import type { Answer } from '../upstream/stubX.ts'
import { NAME, TIMELINE, USER, closeWorlds, openStub, posts, user } from '../upstream/xWorld.ts'
import { fakeObjects } from './fakePlatform.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

const START = 1_790_000_000_000
closeWorlds()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What a Worker asks with, over objects with these variables. */
function worker(variables: Record<string, string>) {
  const faults: unknown[] = []
  const { objects: STORE } = fakeObjects((ctx) => new StoreObject(ctx, {}))
  const make = (ctx: never) => new UpstreamObject(ctx, { STORE, ...variables })
  const { objects, made } = fakeObjects(make)
  const offer = {
    bearerToken: 'token',
    accountsPermitted: true,
    postSearchPermitted: false,
    judged: JUDGEABLE_ITEMS,
    postSearchMax: 20,
  }
  const upstream = createDurableUpstream(objects, offer, (fault) => faults.push(fault))
  return { upstream, objects, made, make, faults }
}
const sandbox = () => worker({ UPSTREAM: 'sandbox', SANDBOX_LATENCY_MS: '0' })

/** The same over an X that answers so. */
async function overX(answers: Record<string, Answer>) {
  const stub = await openStub({ '/oembed': json(oembedOf()), ...answers })
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue(undefined)
  return { ...worker(xEnv(stub)), stub }
}
const account = bodyFor(NAME, VERDICT)

describe('an object that asks', () => {
  it('an upstream object answers checks and previews from the upstream that it was configured for', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    const { upstream } = sandbox()
    const here = createSandboxUpstream()
    const refs = ['1', '7'].map((id) => ({ name: 'sbx_clear', id: `198000000000000000${id}` }))
    const [clear, excluded] = refs
    if (!clear || !excluded) throw new Error('no posts')
    for (const name of ['sbx_mixed', 'SBX_ALL_BANS']) {
      const request = bodyFor(name)
      expect(await upstream.checkAccount(request, callerWith())).toEqual(
        await here.checkAccount(request, callerWith()),
      )
    }
    expect(await upstream.checkPosts(refs, callerWith())).toEqual(await here.checkPosts(refs, callerWith()))
    expect(await upstream.oembed(clear, callerWith())).toEqual(await here.oembed(clear, callerWith()))
  })

  it('an upstream object passes a refusal on with its code, which is no fault', async () => {
    const { upstream, faults } = sandbox()
    const refused = (code: string) => ({ name: 'ApiError', code, retryAfter: undefined })
    await expect(upstream.checkAccount(bodyFor('sbx_err_502'), callerWith())).rejects.toMatchObject(
      refused('upstream'),
    )
    const failing = [{ name: 'sbx_err_500', id: '1' }]
    await expect(upstream.checkPosts(failing, callerWith())).rejects.toMatchObject(refused('sandbox_error'))
    await expect(upstream.oembed({ name: 'sbx_err_502', id: '1' }, callerWith())).rejects.toMatchObject(
      refused('upstream'),
    )
    expect(faults).toEqual([])
  })

  it('an upstream object fails for an unknown reason, and the Worker answers that it is unavailable and tells the operator', async () => {
    const { upstream, made, objects, faults } = sandbox()
    const broken = { ...bodyFor('sbx_clear'), screen_name: 7 as never }
    await expect(objects.getByName('x-0').checkAccount(broken, 'share')).rejects.toThrow('toLowerCase')
    await upstream.checkAccount(bodyFor('sbx_clear'), callerWith())
    for (const { object } of made.values()) {
      vi.spyOn(object, 'checkAccount').mockRejectedValue(new TypeError('unforeseen'))
    }
    await expect(upstream.checkAccount(bodyFor('sbx_clear'), callerWith())).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    expect(faults).toEqual([expect.objectContaining({ message: 'unforeseen' })])
  })

  it('an upstream object reports with every answer what the operator should fix, and with a refusal when another try makes sense', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START })
    let asked = json({ title: 'Unauthorized' }, 401)
    const { upstream, faults } = await overX({ [USER]: (...call) => asked(...call), [TIMELINE]: posts() })
    expect(upstream.healthWarning()).toBeNull()
    const refused = await upstream.checkAccount(account, callerWith()).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'operator_refused', retryAfter: expect.any(Number) })
    expect(upstream.healthWarning()).toContain(API_FAULT_SENTENCES.token)
    asked = user()
    vi.advanceTimersByTime(1000 * (refused as { retryAfter: number }).retryAfter)
    await upstream.checkAccount(account, callerWith())
    expect(upstream.healthWarning()).toBeNull()
    expect(faults).toEqual([])
  })

  // An idle object loses its memory after ten seconds: each began to ask X again that had named a time.
  it('an upstream object does not call X before the time that X named, also after it was restarted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    const reset = String(START / 1000 + 45)
    const limited = json({}, 429, { 'x-rate-limit-reset': reset })
    const { upstream, made, make, stub } = await overX({ [USER]: limited, [TIMELINE]: posts() })
    await upstream.checkAccount(account, callerWith())
    const [one] = made.values()
    if (!one) throw new Error('no object')
    const asked = stub.asked.length
    const again = make(one.state.ctx)
    expect(await again.checkAccount(account, 'share')).toMatchObject({
      value: { api_status: { userSearchGroup: { rate_limit: true, reset: START + 45_000 } } },
    })
    expect(stub.asked).toHaveLength(asked)
    vi.setSystemTime(START + 46_000)
    await make(one.state.ctx).checkAccount(account, 'share')
    expect(stub.asked.length).toBeGreaterThan(asked)
  })

  it('an upstream object remembers what it knows of X for a quarter of an hour after it was restarted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    const { upstream, made, make, stub } = await overX({ [USER]: user(), [TIMELINE]: posts() })
    await upstream.checkAccount(account, callerWith())
    const [one] = made.values()
    if (!one) throw new Error('no object')
    const asked = stub.asked.length
    await make(one.state.ctx).checkAccount(account, 'share')
    expect(stub.asked).toHaveLength(asked)
    vi.setSystemTime(START + 15 * 60_000)
    await make(one.state.ctx).checkAccount(account, 'share')
    expect(stub.asked.length).toBeGreaterThan(asked)
  })
})

/** Objects that note what they are asked. */
function notingObjects() {
  const called: string[] = []
  const object = {
    checkPosts: async (posts: PostRef[], _clientKey: string, most: number) => (
      called.push(`ask ${posts.length}, search ${most}`),
      { healthWarning: null, value: posts.map(({ id }) => ({ status: 'AVAILABLE', id })) }
    ),
  }
  const objects = { getByName: () => object } as unknown as NamedObjects<UpstreamObject>
  return { objects, called }
}
const OFFER = {
  bearerToken: 'token',
  accountsPermitted: false,
  postSearchPermitted: true,
  judged: ['posts'] as const,
  postSearchMax: 9,
}
const upstreamOver = (objects: NamedObjects<UpstreamObject>, more: Partial<typeof OFFER> = {}) =>
  createDurableUpstream(objects, { ...OFFER, ...more }, () => undefined)
const refs = Array.from({ length: 100 }, (_, index) => ({ name: 'a', id: String(index + 1) }))

it('no object is called for a visitor who has left already', async () => {
  const { objects, called } = notingObjects()
  const left = upstreamOver(objects).checkPosts(refs, callerWith(AbortSignal.abort()))
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  expect(called).toEqual([])
})

it('an object gets at most eight posts to search for in a call, or forty others, and the answers are joined in the order of the posts', async () => {
  const { objects, called } = notingObjects()
  const upstream = upstreamOver(objects)
  expect(await upstream.checkPosts(refs, callerWith(new AbortController().signal))).toEqual(
    refs.map(({ id }) => ({ status: 'AVAILABLE', id })),
  )
  expect(called).toEqual([
    'ask 8, search 9',
    'ask 8, search 1',
    ...Array(2).fill('ask 40, search 0'),
    'ask 4, search 0',
  ])
  called.length = 0
  await upstreamOver(objects, { bearerToken: '' }).checkPosts(refs, callerWith())
  expect(called).toEqual([...Array(2).fill('ask 40, search 0'), 'ask 20, search 0'])
})

const HOUR_MS = 3_600_000
const FULL_HOUR = Math.floor(START / HOUR_MS) * HOUR_MS

it('the state of X’s search is joined from what the objects saw, without a call to any, and is dropped when it has expired', async () => {
  let now = FULL_HOUR
  let calls = 0
  let seen: SearchHealth = { now: null, hours: [] }
  const object = {
    checkPosts: async (posts: PostRef[]) => {
      calls++
      return { healthWarning: null, value: posts.map(() => ({ status: 'AVAILABLE' })), searchHealth: seen }
    },
  }
  const objects = { getByName: () => object } as never
  const upstream = createDurableUpstream(
    objects,
    OFFER,
    () => undefined,
    () => now,
  )
  /** Asks one object of the eight; ids so near to each other belong to different ones. */
  const ask = async (id: string, health: SearchHealth) => {
    seen = health
    await upstream.checkPosts([{ name: 'a', id }], callerWith())
  }
  const hour = { from: FULL_HOUR, ok: 0, blind: 0, limited: 0 }
  expect(upstream.searchHealth()).toEqual({ now: null, hours: [] })

  await ask('1', { now: { state: 'missing', time: FULL_HOUR }, hours: [{ ...hour, blind: 2 }] })
  expect(upstream.searchHealth().now).toEqual({ state: 'missing', time: FULL_HOUR })
  now += 60_000
  await ask('2', { now: { state: 'found', time: now }, hours: [{ ...hour, ok: 3 }] })
  const { now: healed, hours } = upstream.searchHealth()
  expect(healed).toEqual({ state: 'found', time: now })
  expect(hours).toHaveLength(24)
  expect(hours.at(-1)).toEqual({ from: FULL_HOUR, ok: 3, blind: 2, limited: 0 })

  now += 60_000
  const until = now + 30 * 60_000
  await ask('1', { now: { state: 'limited', time: now, until }, hours: [{ ...hour, blind: 2, limited: 1 }] })
  now = until - 1
  expect(upstream.searchHealth().now).toMatchObject({ state: 'limited', until })
  now = until
  expect(upstream.searchHealth().now).toBeNull()
  expect(upstream.searchHealth().hours.at(-1)).toMatchObject({ ok: 3, blind: 2, limited: 1 })
  now += 24 * HOUR_MS
  expect(upstream.searchHealth().hours.every(({ ok, blind, limited }) => ok + blind + limited === 0)).toBe(
    true,
  )
  expect(calls).toBe(3)
})
