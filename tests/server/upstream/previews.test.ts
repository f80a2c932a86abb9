import { expect, it } from 'vitest'
import { callerWith } from '../client.ts'
import { json, oembedOf } from './stubX.ts'
import { closeWorlds, statusesOf, worldOf } from './xWorld.ts'

closeWorlds()
const signal = new AbortController().signal
/** Over an X that shows every post, after a while. */
const postsAfter = (delayMs: number) =>
  worldOf(
    { '/oembed': (...asked) => void setTimeout(() => json(oembedOf())(...asked), delayMs) },
    { bearerToken: '' },
  )
const post = (id: number) => ({ name: 'a', id: String(id) })

// 2,100 previews once made a batch that somebody had worked for answer UNKNOWN.
it('leaves checks their way to X when 2,100 previews are asked for, and refuses those it has no room for', async () => {
  const { x } = await postsAfter(100)
  const previews = Array.from({ length: 2100 }, (_, index) => x.oembed(post(index + 1), callerWith(signal)))
  const outcomes = Promise.allSettled(previews)
  const batch = Array.from({ length: 50 }, (_, index) => post(10_000 + index))
  expect(new Set(await statusesOf(x, batch, callerWith(signal)))).toEqual(new Set(['UNSEARCHED']))
  const refused = (await outcomes).flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  )
  expect(refused).toHaveLength(2100 - 6 - 32)
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, code: 'busy', retryAfter: 10 })
})

it('previews what a check has read already without asking X again, also when there is no room', async () => {
  const { x, stub } = await postsAfter(0)
  await statusesOf(x, [post(1)], callerWith(signal))
  expect(stub.asked).toHaveLength(1)
  await x.oembed(post(1), callerWith(signal))
  expect(stub.asked).toHaveLength(1)
  const crowd = Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => x.oembed(post(100 + index), callerWith(signal))),
  )
  expect(await x.oembed(post(1), callerWith(signal))).toMatchObject({ author_name: 'a' })
  await crowd
})

// Previews once waited behind their own address's batches, and held the few places of all previews meanwhile.
it('shows a preview without waiting for the posts that its address has checked', async () => {
  const { x, stub } = await postsAfter(20)
  const leaving = new AbortController()
  const batch = Array.from({ length: 200 }, (_, index) => post(index + 1))
  const checked = x.checkPosts(batch, callerWith(leaving.signal)).catch(() => null)
  await expect.poll(() => stub.asked.length).toBeGreaterThan(0)
  await x.oembed(post(10_000), callerWith(signal))
  expect(stub.asked.length).toBeLessThan(100)
  leaving.abort(new Error('left'))
  await checked
})
