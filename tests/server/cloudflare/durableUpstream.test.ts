import { expect, it, vi } from 'vitest'
import type { PostRef } from '../../../contract/names.ts'
import type { ObjectsNamed } from '../../../server/cloudflare/durableStore.ts'
import { durableUpstream } from '../../../server/cloudflare/upstream.ts'
import type { UpstreamObject } from '../../../server/cloudflare/upstream.ts'
import { callerWith } from '../callerWith.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

/** Objects that note what they are asked. */
function notingObjects() {
  const called: string[] = []
  const object = {
    checkPosts: async (posts: PostRef[], _clientKey: string, most: number) => (
      called.push(`ask ${posts.length}, search ${most}`),
      { trouble: null, value: posts.map(({ id }) => ({ status: 'AVAILABLE', id })) }
    ),
  }
  const objects = {
    idFromName: (name: string) => name,
    get: () => object,
  } as unknown as ObjectsNamed<UpstreamObject>
  return { objects, called }
}
const upstreamOver = (objects: ObjectsNamed<UpstreamObject>) =>
  durableUpstream(
    objects,
    { bearerToken: '', accountsPermitted: false, postSearchPermitted: false, judged: [], postSearchMax: 8 },
    () => undefined,
  )
const posts = Array.from({ length: 14 }, (_, index) => ({ name: 'a', id: String(index + 1) }))

it('calls no object for a visitor who has left already', async () => {
  const { objects, called } = notingObjects()
  const left = upstreamOver(objects).checkPosts(posts, callerWith(AbortSignal.abort()))
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  expect(called).toEqual([])
})

it('sends an object eight posts a call at most, and puts the answers together in the order of the posts', async () => {
  const { objects, called } = notingObjects()
  const upstream = upstreamOver(objects)
  const many = Array.from({ length: 34 }, (_, index) => ({ name: 'a', id: String(index + 1) }))
  expect(await upstream.checkPosts(many, callerWith(new AbortController().signal))).toEqual(
    many.map(({ id }) => ({ status: 'AVAILABLE', id })),
  )
  expect(called.map((line) => line.split(',')[0])).toEqual([...Array(4).fill('ask 8'), 'ask 2'])
})

it('searches for as many posts of a batch as the operator lets it, the first ones', async () => {
  const { objects, called } = notingObjects()
  expect(await upstreamOver(objects).checkPosts(posts, callerWith())).toHaveLength(14)
  expect(called).toEqual(['ask 8, search 8', 'ask 6, search 0'])
})
