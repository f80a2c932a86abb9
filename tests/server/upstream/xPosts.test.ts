import { describe, expect, it } from 'vitest'
import type { PostRef } from '../../../contract/names.ts'
import { htmlMayQuote } from '../../../server/upstream/x/checkPosts.ts'
import { callerWith } from '../client.ts'
import { createMemoryStore } from '../testApp.ts'
import { SHOWINGS } from './simulatedX.ts'
import { htmlPage, json, oembedOf, problem } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { closeWorlds, statusesOf, worldOf } from './xWorld.ts'

const signal = AbortSignal.timeout(60_000)
const KEYLESS = { bearerToken: '' }
const post = (id: string | number): PostRef => ({ name: 'a', id: String(id) })
closeWorlds()

/** The words of X, but as a firewall might send them. */
const plain: Answer = (_url, response) =>
  void response
    .writeHead(403, { 'Content-Type': 'text/html' })
    .end('{"error":"Sorry, you are not authorized to see this status."}')

describe('posts through the public oEmbed of X', () => {
  it.each([
    ['200', json(oembedOf()), 'UNSEARCHED'],
    ['403', SHOWINGS.restricted, 'RESTRICTED'],
    ['404', SHOWINGS.gone, 'NOT_FOUND'],
    ['403 for this server', json({ error: 'client not allowed' }, 403), 'UNKNOWN'],
    ['404 in other words', json({ error: 'Not found' }, 404), 'UNKNOWN'],
    [
      '404 by its code',
      json({ errors: [{ code: 34, message: 'Sorry, that page does not exist' }] }, 404),
      'NOT_FOUND',
    ],
    ['403 in X’s shape that is not sent as JSON', plain, 'UNKNOWN'],
    ['429', json({}, 429), 'UNKNOWN'],
    ['JSON of another shape', json({ html: 7 }), 'UNKNOWN'],
    ['no more than 64 KiB', json(oembedOf('x'.repeat(70_000))), 'UNKNOWN'],
  ])('the public oEmbed of X reads %s', async (_name, answer, status) => {
    const { x } = await worldOf({ '/oembed': answer }, KEYLESS)
    expect(await statusesOf(x, [post('1')], callerWith(signal))).toEqual([status])
  })

  it.each([
    ['402 of a page', htmlPage(402), 'asks for payment'],
    ['403 for the app', problem(403, 'client-forbidden'), 'may not be used from here'],
  ])(
    'calls of the public oEmbed pause after %s, and the operator is told once in plain words',
    async (_name, answer, words) => {
      let now = Date.now()
      const reported: (string | null)[] = []
      const { x, stub } = await worldOf(
        { '/oembed': answer },
        {
          now: () => now,
          monitor: { fault: (source, fault) => reported.push(fault && `${source} ${fault}`) },
        },
      )
      for (const id of ['1', '2', '3']) {
        expect(await x.checkPosts([post(id)], callerWith(signal))).toMatchObject([
          {
            status: 'UNKNOWN',
            evidence: { visible: null, found: null, reason: { cause: 'refused', part: 'preview' } },
          },
        ])
      }
      expect(stub.asked).toHaveLength(1)
      expect(reported).toHaveLength(1)
      expect(x.healthWarning()).toContain(words)
      now += 6 * 60_000
      await x.checkPosts([post('4')], callerWith(signal))
      expect(stub.asked).toHaveLength(2)
    },
  )

  it('a preview is passed through', async () => {
    const { x } = await worldOf({ '/oembed': json(oembedOf()) }, KEYLESS)
    expect(await x.oembed(post('1'), callerWith(signal))).toEqual(oembedOf())
  })

  it.each([
    [SHOWINGS.restricted, { status: 403 }],
    [SHOWINGS.gone, { status: 404 }],
    [htmlPage(503), { status: 502, code: 'upstream' }],
    [json({}, 429), { status: 503, code: 'upstream_limited' }],
  ])('a preview that X refuses is refused: %#', async (answer, refusal) => {
    const { x } = await worldOf({ '/oembed': answer }, KEYLESS)
    await expect(x.oembed(post('1'), callerWith(signal))).rejects.toMatchObject(refusal)
  })
})

describe('many who ask for the same', () => {
  it('a server never returns what another base of X said, although both share a store', async () => {
    const store = createMemoryStore()
    const first = await worldOf({ '/oembed': json(oembedOf()) }, { ...KEYLESS, store })
    const second = await worldOf({ '/oembed': json(oembedOf()) }, { ...KEYLESS, store })
    await first.x.checkPosts([post('1')], callerWith(signal))
    await second.x.checkPosts([post('1')], callerWith(signal))
    expect([first.stub.asked.length, second.stub.asked.length]).toEqual([1, 1])
  })

  it('the posts of a check are requested with at most 6 calls at once', async () => {
    const held: (() => void)[] = []
    let most = 0
    const counted: Answer = (...asked) => {
      held.push(() => json(oembedOf())(...asked))
      most = Math.max(most, held.length)
    }
    /** Answers one call after another, from the moment at which as many are under way as may be. */
    async function answerFrom<T>(count: number, work: Promise<T>): Promise<T> {
      await expect.poll(() => held.length).toBe(count)
      const timer = setInterval(() => held.shift()?.(), 1)
      return work.finally(() => clearInterval(timer))
    }
    const { x } = await worldOf({ '/oembed': counted }, KEYLESS)
    const posts = (first: number) => Array.from({ length: 60 }, (_, index) => post(String(first + index)))
    const statuses = await answerFrom(6, statusesOf(x, posts(1), callerWith(signal)))
    expect([new Set(statuses), most]).toEqual([new Set(['UNSEARCHED']), 6])
    const both = [callerWith(signal), callerWith(signal, 'another')]
    await answerFrom(
      12,
      Promise.all(both.map((caller, index) => x.checkPosts(posts(100 * (index + 1)), caller))),
    )
    expect(most).toBe(12)
  })
})

it('a text of links that never end is read in linear time', () => {
  expect(htmlMayQuote(`<a ${'href="https://t.co/a"'.repeat(200_000)}`)).toBe(true)
})

/** An X that shows every post, but those that `isHeld` names only after `release`. */
async function holdingX(isHeld: (id: number) => boolean) {
  const held: (() => void)[] = []
  let isReleased = false
  const answer: Answer = (url, ...rest) => {
    const id = Number(/(\d+)$/.exec(url.searchParams.get('url') ?? '')?.[1])
    const send = () => json(oembedOf())(url, ...rest)
    if (isHeld(id) && !isReleased) held.push(send)
    else send()
  }
  const { x, stub } = await worldOf({ '/oembed': answer }, KEYLESS)
  const release = () => {
    isReleased = true
    for (const send of held.splice(0)) send()
  }
  return { x, stub, release }
}

// 2,100 previews once made a batch that somebody had worked for answer UNKNOWN.
it('checks still reach X when one address requests 2,100 previews, of which most are refused', async () => {
  const { x, release } = await holdingX((id) => id < 10_000)
  const refused: unknown[] = []
  const previews = Array.from({ length: 2100 }, (_, index) =>
    x.oembed(post(index + 1), callerWith(signal)).catch((reason: unknown) => refused.push(reason)),
  )
  const batch = Array.from({ length: 50 }, (_, index) => post(10_000 + index))
  expect(new Set(await statusesOf(x, batch, callerWith(signal)))).toEqual(new Set(['UNSEARCHED']))
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, code: 'busy', retryAfter: 10 })
  release()
  await Promise.all(previews)
  expect(refused).toHaveLength(2100 - 16)
})

// A visitor's one post once waited for all posts of a batch that had asked for it first.
it('a post that is also in the large batch of another visitor is answered before the batch has come to it', async () => {
  const { x, release } = await holdingX((id) => id !== 100)
  const batch = x.checkPosts(
    Array.from({ length: 100 }, (_, index) => post(index + 1)),
    callerWith(signal, 'greedy'),
  )
  expect(await statusesOf(x, [post(100)], callerWith(signal))).toEqual(['UNSEARCHED'])
  release()
  expect(new Set((await batch).map(({ status }) => status))).toEqual(new Set(['UNSEARCHED']))
})

it('a post that a check has already read is previewed without calling X again, also while many previews wait', async () => {
  const { x, stub, release } = await holdingX((id) => id > 1)
  await statusesOf(x, [post(1)], callerWith(signal))
  expect(stub.asked).toHaveLength(1)
  await x.oembed(post(1), callerWith(signal))
  expect(stub.asked).toHaveLength(1)
  const crowd = Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      x.oembed(post(100 + index), callerWith(signal, `198.51.${index}.7`)),
    ),
  )
  expect(await x.oembed(post(1), callerWith(signal))).toMatchObject({ author_name: 'a' })
  release()
  await crowd
})

// Previews once waited behind their own address's batches, and held the few places of all previews meanwhile.
it('a preview does not wait for the posts that its address has checked', async () => {
  const { x, stub, release } = await holdingX((id) => id < 10_000)
  const leaving = new AbortController()
  const batch = Array.from({ length: 200 }, (_, index) => post(index + 1))
  const checked = x.checkPosts(batch, callerWith(leaving.signal)).catch(() => null)
  await expect.poll(() => stub.asked.length).toBeGreaterThan(0)
  expect(await x.oembed(post(10_000), callerWith(signal))).toMatchObject({ author_name: 'a' })
  leaving.abort(new Error('left'))
  release()
  await checked
})
