import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import { createDurableCount } from '../../../server/cloudflare/durableStore.ts'
import type { NamedObjects } from '../../../server/cloudflare/durableStore.ts'
import { bodyFor, post } from '../client.ts'
import { fakeObjects, fakeState } from './fakePlatform.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

beforeEach(() => vi.resetModules())
afterEach(() => vi.restoreAllMocks())

const { objects: down } = fakeObjects(
  () => ({}),
  () => true,
)

/** A new isolate's Worker over the objects of a platform that is down until it is told otherwise. */
async function coldWorker() {
  const { default: worker, StoreObject } = await import('../../../server/cloudflare/worker.ts')
  const platform = { isDown: true }
  const { objects: STORE, made } = fakeObjects(
    (ctx) => new StoreObject(ctx, {}),
    () => platform.isDown,
  )
  const env = { STORE, UPSTREAM_X: down, ASSETS: { fetch: vi.fn<() => never>() }, POW_DIFFICULTY: '1' }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const call = (path: string, init: RequestInit = {}) =>
    worker.fetch(new Request(`https://checker.example${path}`, init), env as never)
  return { call, platform, made }
}

describe('a Worker on a new isolate whose objects throw', () => {
  it("a Worker whose objects throw answers with the API's own JSON, also for the load balancer, and recovers once they answer", async () => {
    const { call, platform } = await coldWorker()
    const refused = {
      code: 'store_unavailable',
      message: "The server's database is unavailable. Try again later.",
    }
    const health = await call('/healthz')
    expect([health.status, await health.json()]).toEqual([503, { ...refused, status: 'unavailable' }])
    const challenge = await post(call, '/api/generate-keyvalue', bodyFor('sbx_clear'))
    expect([challenge.status, await challenge.json()]).toEqual([503, refused])
    expect(challenge.headers.get('Retry-After')).toBe('5')
    expect(challenge.headers.get('Cache-Control')).toBe('no-store')
    platform.isDown = false
    expect((await post(call, '/api/generate-keyvalue', bodyFor('sbx_clear'))).status).toBe(200)
    await expect.poll(async () => (await call('/healthz')).status).toBe(200)
  })
})

describe("limits in Cloudflare's objects", () => {
  /** Objects that count, each its own calls, and note their names. */
  function counting(answer: (calls: number) => Promise<{ calls: number; msLeft: number }>) {
    const names: string[] = []
    const counts = new Map<string, number>()
    const objects = {
      getByName: (name: string) => ({
        count: (key: string) => {
          names.push(name)
          counts.set(key, (counts.get(key) ?? 0) + 1)
          return answer(counts.get(key) ?? 0)
        },
      }),
    } as unknown as NamedObjects<StoreObject>
    return { objects, names }
  }

  // The flood of one address once sat on the object that counted one in 32 of all visitors.
  it("limits in Cloudflare's objects use one object for each address, which counts all its calls", async () => {
    const { objects, names } = counting(async (calls) => ({ calls, msLeft: 1 }))
    const count = createDurableCount(objects)
    for (let index = 0; index < 500; index++) await count(`check:192.0.2.${index}`, 60_000)
    expect(new Set(names).size).toBe(500)
    names.length = 0
    for (const kind of ['check', 'challenge', 'stored']) await count(`${kind}:2001:db8:0:1`, 60_000)
    expect(new Set(names).size).toBe(1)
    expect(names.join()).not.toContain('2001')
  })

  it("limits in Cloudflare's objects are counted by the isolate alone while the object fails", async () => {
    const { objects } = counting(() => Promise.reject(new Error('overloaded')))
    const count = createDurableCount(objects)
    for (const calls of [1, 2, 3]) expect(await count('check:a', 60_000)).toMatchObject({ calls })
  })

  // An idle object loses its memory after ten seconds: six times as many calls once passed in a minute.
  it("limits in Cloudflare's objects outlast the memory of an idle object, except for up to seven calls, and are removed by its alarm", async () => {
    const { StoreObject } = await import('../../../server/cloudflare/worker.ts')
    const state = fakeState()
    const loseMemory = () => new StoreObject(state.ctx, {})
    let object = loseMemory()
    const count = async (times: number) => {
      const counts = await Promise.all(Array.from({ length: times }, () => object.count('check:a', 60_000)))
      return counts.at(-1)
    }
    await count(60)
    object = loseMemory()
    const again = await count(10)
    expect(again?.calls).toBe(56 + 10)
    expect(again?.msLeft).toBeGreaterThan(50_000)
    expect(await object.count('preview:a', 60_000)).toMatchObject({ calls: 1 })
    state.ring()
    await object.alarm()
    expect(state.values.size).toBe(0)
    expect(state.rows('SELECT name FROM sqlite_master')).toEqual([])
  })

  it("limits in Cloudflare's objects begin again with the next window", async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { StoreObject } = await import('../../../server/cloudflare/worker.ts')
    const state = fakeState()
    const first = new StoreObject(state.ctx, {})
    for (let call = 0; call < 16; call++) await first.count('check:a', 60_000)
    vi.setSystemTime(Date.now() + 60_001)
    expect(await new StoreObject(state.ctx, {}).count('check:a', 60_000)).toMatchObject({ calls: 1 })
    vi.useRealTimers()
  })

  it("limits in Cloudflare's objects store nothing for a single call", async () => {
    const { call, platform, made } = await coldWorker()
    platform.isDown = false
    await call('/api/ip', { headers: { 'CF-Connecting-IP': '192.0.2.1' } })
    const limits = [...made].filter(([name]) => name.startsWith('limit-'))
    expect(limits.map(([, { state }]) => state.rows('SELECT name FROM sqlite_master'))).toEqual([[], []])
    expect(limits.map(([, { state }]) => state.values.size)).toEqual([0, 0])
  })
})
