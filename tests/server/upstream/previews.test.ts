import { expect, it, vi } from 'vitest'
import { Refusal } from '../../../server/http/refusal.ts'
import { closePosts, postsAfter } from './postsOver.ts'

vi.setConfig({ testTimeout: 60_000 })
closePosts()
const signal = new AbortController().signal
const post = (id: number) => ({ name: 'a', id: String(id) })

// 2,100 previews once made a batch that somebody had worked for answer UNKNOWN.
it('leaves checks their way to X when 2,100 previews are asked for, and refuses those it has no room for', async () => {
  const { x } = await postsAfter(100)
  const previews = Array.from({ length: 2100 }, (_, index) => x.oembed(post(index + 1), signal))
  const outcomes = Promise.allSettled(previews)
  const batch = Array.from({ length: 50 }, (_, index) => post(10_000 + index))
  expect(new Set(await x.checkPosts(batch, signal))).toEqual(new Set(['AVAILABLE']))
  const refused = (await outcomes).flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  )
  expect(refused).toHaveLength(2100 - 4 - 32)
  const [first] = refused
  expect(refused.every((reason) => reason instanceof Refusal && reason.code === 'busy')).toBe(true)
  expect(first).toMatchObject({ status: 503, retryAfter: 10 })
})

it('previews what a check has read already without asking X again, also when there is no room', async () => {
  const { x, stub } = await postsAfter(0)
  await x.checkPosts([post(1)], signal)
  expect(stub.asked).toHaveLength(1)
  await x.oembed(post(1), signal)
  expect(stub.asked).toHaveLength(1)
  const crowd = Promise.allSettled(
    Array.from({ length: 36 }, (_, index) => x.oembed(post(100 + index), signal)),
  )
  expect(await x.oembed(post(1), signal)).toMatchObject({ author_name: 'a' })
  await crowd
})

it('checks what was previewed already without asking X again', async () => {
  const { x, stub } = await postsAfter(0)
  await x.oembed(post(1), signal)
  expect(await x.checkPosts([post(1)], signal)).toEqual(['AVAILABLE'])
  expect(stub.asked).toHaveLength(1)
})
