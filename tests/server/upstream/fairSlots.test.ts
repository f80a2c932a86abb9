import { expect, it } from 'vitest'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { withAdmission } from '../../../server/upstream/sharing.ts'
import { callerWith } from '../callerWith.ts'
import { closePosts, postsAfter, postsOver } from './postsOver.ts'
import { statusesOf } from './statusesOf.ts'
import { htmlPage, json, oembedOf } from './stubX.ts'

closePosts()
const of = (clientKey: string) => callerWith(undefined, clientKey)
const postsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: 'a', id: String(first + index) }))
const codesOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'answered' : (one.reason as { code: string }).code))

// One address with five batches of 200 once shut out everybody else.
it('answers 20 others at once beside one address that sends batches of 200', async () => {
  const { x, stub } = await postsAfter(20)
  const upstream = withAdmission(x)
  const leaving = new AbortController()
  const greedy = Array.from({ length: 12 }, (_, batch) =>
    upstream.checkPosts(postsFrom(1 + batch * 200, 200), callerWith(leaving.signal, 'greedy')),
  )
  const settled = Promise.allSettled(greedy)
  await expect.poll(() => stub.asked.length).toBeGreaterThan(20)
  const before = stub.asked.length
  const others = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      upstream.checkPosts(postsFrom(100_000 + index, 1), of(`192.0.2.${index}`)),
    ),
  )
  expect(codesOf(others)).toEqual(others.map(() => 'answered'))
  // The others' 20 go first: not even one more of the greedy one's twelve batches has been asked meanwhile.
  expect(stub.asked.length - before).toBeLessThan(20 + 200)
  leaving.abort(new Error('left'))
  await settled
})

it('lets one address hold a quarter of the posts at most, and one check of any size', async () => {
  const upstream = withAdmission(createSandbox(20), 100)
  const check = (clientKey: string, count: number) => upstream.checkPosts(postsFrom(1, count), of(clientKey))
  const first = ['a', 'b', 'c'].map((clientKey) => check(clientKey, 20))
  await expect(check('a', 6)).rejects.toMatchObject({ code: 'busy', retryAfter: 10 })
  await check('a', 5)
  await Promise.all(first)
  await expect(check('a', 60)).resolves.toHaveLength(60)
})

// Two previews of posts that X cannot show once made every batch UNKNOWN for half a minute.
it('checks posts while previews of posts that X fails at are asked for', async () => {
  const { x } = await postsOver({
    '/oembed': (url, ...more) =>
      (url.search.includes('666') ? htmlPage(503) : json(oembedOf()))(url, ...more),
  })
  const broken = Array.from({ length: 6 }, (_, index) => x.oembed({ name: 'a', id: `666${index}` }, of('a')))
  expect(new Set(codesOf(await Promise.allSettled(broken)))).toEqual(new Set(['upstream']))
  expect(await statusesOf(x, postsFrom(1, 3), of('b'))).toEqual(['UNSEARCHED', 'UNSEARCHED', 'UNSEARCHED'])
})

it('takes X for down after different posts failed, not after one that is asked for again and again', async () => {
  const { x } = await postsOver({
    '/oembed': (url, ...more) =>
      (url.search.includes('666') ? htmlPage(503) : json(oembedOf()))(url, ...more),
  })
  for (let turn = 0; turn < 3; turn++) {
    expect(await statusesOf(x, [{ name: 'a', id: '666' }], of('a'))).toEqual(['UNKNOWN'])
  }
  expect(await statusesOf(x, postsFrom(1, 1), of('b'))).toEqual(['UNSEARCHED'])
})
