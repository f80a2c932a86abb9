import { expect, it, vi } from 'vitest'
import type { PostRef } from '../../../contract/names.ts'
import type { SearchHealth } from '../../../contract/wire.ts'
import type { ObjectsNamed } from '../../../server/cloudflare/durableStore.ts'
import { durableUpstream } from '../../../server/cloudflare/upstream.ts'
import type { UpstreamObject } from '../../../server/cloudflare/upstream.ts'
import { callerWith } from '../client.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

/** Objects that note what they are asked. */
function notingObjects() {
  const called: string[] = []
  const object = {
    checkPosts: async (posts: PostRef[], _clientKey: string, most: number) => (
      called.push(`ask ${posts.length}, search ${most}`),
      { healthWarning: null, value: posts.map(({ id }) => ({ status: 'AVAILABLE', id })) }
    ),
  }
  const objects = { getByName: () => object } as unknown as ObjectsNamed<UpstreamObject>
  return { objects, called }
}
const OFFER = {
  bearerToken: 'token',
  accountsPermitted: false,
  postSearchPermitted: true,
  judged: ['posts'] as const,
  postSearchMax: 9,
}
const upstreamOver = (objects: ObjectsNamed<UpstreamObject>, more: Partial<typeof OFFER> = {}) =>
  durableUpstream(objects, { ...OFFER, ...more }, () => undefined)
const posts = Array.from({ length: 14 }, (_, index) => ({ name: 'a', id: String(index + 1) }))

it('calls no object for a visitor who has left already', async () => {
  const { objects, called } = notingObjects()
  const left = upstreamOver(objects).checkPosts(posts, callerWith(AbortSignal.abort()))
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  expect(called).toEqual([])
})

it('sends an object eight posts a call that may be searched for, or forty others, and puts the answers together in the order of the posts', async () => {
  const { objects, called } = notingObjects()
  const upstream = upstreamOver(objects)
  const many = Array.from({ length: 100 }, (_, index) => ({ name: 'a', id: String(index + 1) }))
  expect(await upstream.checkPosts(many, callerWith(new AbortController().signal))).toEqual(
    many.map(({ id }) => ({ status: 'AVAILABLE', id })),
  )
  expect(called).toEqual([
    'ask 8, search 9',
    'ask 8, search 1',
    ...Array(2).fill('ask 40, search 0'),
    'ask 4, search 0',
  ])
  called.length = 0
  await upstreamOver(objects, { bearerToken: '' }).checkPosts(many, callerWith())
  expect(called).toEqual([...Array(2).fill('ask 40, search 0'), 'ask 20, search 0'])
})

const HOUR_MS = 3_600_000
const START = Math.floor(1_790_000_000_000 / HOUR_MS) * HOUR_MS

it('joins what its objects saw of X’s search, asks none for it, and forgets what is over', async () => {
  let now = START
  let calls = 0
  let seen: SearchHealth = { now: null, hours: [] }
  const object = {
    checkPosts: async (posts: PostRef[]) => {
      calls++
      return { healthWarning: null, value: posts.map(() => ({ status: 'AVAILABLE' })), searchHealth: seen }
    },
  }
  const objects = { getByName: () => object } as never
  const upstream = durableUpstream(
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
  const hour = { from: START, ok: 0, blind: 0, limited: 0 }
  expect(upstream.searchHealth()).toEqual({ now: null, hours: [] })

  await ask('1', { now: { state: 'missing', time: START }, hours: [{ ...hour, blind: 2 }] })
  expect(upstream.searchHealth().now).toEqual({ state: 'missing', time: START })
  now += 60_000
  await ask('2', { now: { state: 'found', time: now }, hours: [{ ...hour, ok: 3 }] })
  const { now: healed, hours } = upstream.searchHealth()
  expect(healed).toEqual({ state: 'found', time: now })
  expect(hours).toHaveLength(24)
  expect(hours.at(-1)).toEqual({ from: START, ok: 3, blind: 2, limited: 0 })

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
