import { describe, expect, it, vi } from 'vitest'
import type { PostRef } from '../../../contract/names.ts'
import type { SearchHealth } from '../../../contract/wire.ts'
import type { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import { createDurableCount, shardOf } from '../../../server/cloudflare/durableStore.ts'
import type { NamedObjects } from '../../../server/cloudflare/durableStore.ts'
import { createDurableUpstream } from '../../../server/cloudflare/upstream.ts'
import type { UpstreamObject } from '../../../server/cloudflare/upstream.ts'
import { callerWith } from '../client.ts'

// The module exists in Cloudflare's runtime alone, in which tests/cloudflare runs the objects themselves.
vi.mock('cloudflare:workers', () => ({ DurableObject: Object }))

const START = 1_790_000_000_000

// Where a spent proof is must not change with a version: these are FNV-1a's published values.
it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the object of a key is chosen by the FNV-1a hash of "%s"', (key, hash) => {
  expect(shardOf(key, 2 ** 32)).toBe(hash)
  expect(shardOf(key, 32)).toBe(hash % 32)
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
