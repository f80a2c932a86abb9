import { describe, expect, it } from 'vitest'
import type { PostRef } from '../../../contract/names.ts'
import { createMemoryStore } from '../memoryStore.ts'
import { createX } from '../../../server/upstream/x/createX.ts'
import { callerWith } from '../callerWith.ts'
import { mayQuote } from '../../../server/upstream/x/schemas.ts'
import { closePosts, postsOver } from './postsOver.ts'
import { SHOWINGS } from './simulatedX.ts'
import { statusesOf } from './statusesOf.ts'
import { hanging, htmlPage, json, oembedOf, problem, redirect } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { xOptions } from './xOptions.ts'
import { closeWorlds, worldOf } from './xWorld.ts'

const signal = AbortSignal.timeout(60_000)
const post = (id: string): PostRef => ({ name: 'a', id })
closePosts()
closeWorlds()

/** An oEmbed endpoint that answers by the id asked for. */
function oembedBy(answers: Record<string, Answer>): Answer {
  return (url, response, request) => {
    const id = new URL(url.searchParams.get('url') ?? '').pathname.split('/').at(-1) ?? ''
    const answer = answers[id] ?? htmlPage(404)
    answer(url, response, request)
  }
}

/** The words of X, but as a firewall might send them. */
const plain: Answer = (_url, response) =>
  void response.writeHead(403, { 'Content-Type': 'text/html' }).end('{"error":"Sorry"}')

describe('posts through the public oEmbed of X', () => {
  it.each([
    ['200', json(oembedOf()), 'UNSEARCHED'],
    ['403', SHOWINGS.restricted, 'RESTRICTED'],
    ['404', SHOWINGS.gone, 'NOT_FOUND'],
    ['403 of something else', htmlPage(403), 'UNKNOWN'],
    ['403 for this server', json({ error: 'client not allowed' }, 403), 'UNKNOWN'],
    ['404 in other words', json({ error: 'Not found' }, 404), 'UNKNOWN'],
    [
      '404 by its code',
      json({ errors: [{ code: 34, message: 'Sorry, that page does not exist' }] }, 404),
      'NOT_FOUND',
    ],
    ['404 of something else', htmlPage(404), 'UNKNOWN'],
    ['403 in X’s shape that is not sent as JSON', plain, 'UNKNOWN'],
    ['402', json({}, 402), 'UNKNOWN'],
    ['429', json({}, 429), 'UNKNOWN'],
    ['503', htmlPage(503), 'UNKNOWN'],
    ['an HTML page with 200', htmlPage(200), 'UNKNOWN'],
    ['JSON of another shape', json({ html: 7 }), 'UNKNOWN'],
    ['a redirect', redirect('http://127.0.0.1:1/'), 'UNKNOWN'],
  ])('reads %s', async (_name, answer, status) => {
    const { x } = await postsOver({ '/oembed': answer })
    expect(await statusesOf(x, [post('1')], callerWith(signal))).toEqual([status])
  })

  it('asks for our own canonical URL, without script and tracking', async () => {
    const { x, stub } = await postsOver({ '/oembed': json(oembedOf()) })
    await statusesOf(x, [{ name: null, id: '42' }], callerWith(signal))
    const asked = new URL(stub.asked[0] ?? '', stub.base).searchParams
    expect(Object.fromEntries(asked)).toEqual({
      url: 'https://x.com/i/status/42',
      omit_script: 'true',
      dnt: 'true',
    })
  })

  it('reads no more than 64 KiB', async () => {
    const { x } = await postsOver({ '/oembed': json(oembedOf('x'.repeat(70_000))) })
    expect(await statusesOf(x, [post('1')], callerWith(signal))).toEqual(['UNKNOWN'])
  })

  it('tries again after a passing fault', async () => {
    let calls = 0
    const flaky: Answer = (...args) => (++calls === 1 ? htmlPage(502) : json(oembedOf()))(...args)
    const { x } = await postsOver({ '/oembed': flaky })
    expect(await statusesOf(x, [post('1')], callerWith(signal))).toEqual(['UNSEARCHED'])
    expect(calls).toBe(2)
  })

  it('leaves X alone after repeated faults', async () => {
    const { x, stub } = await postsOver({ '/oembed': htmlPage(503) })
    for (const id of ['1', '2', '3', '4', '5', '6']) await statusesOf(x, [post(id)], callerWith(signal))
    // Three tries for each of four posts; the fifth post's first failure is the last call.
    expect(stub.asked.length).toBe(13)
  })

  it('asks no more until the time that X names', async () => {
    const resetS = Math.floor(Date.now() / 1000) + 600
    const { x, stub } = await postsOver({
      '/oembed': json({}, 429, { 'x-rate-limit-reset': String(resetS) }),
    })
    await statusesOf(x, [post('1')], callerWith(signal))
    await statusesOf(x, [post('2')], callerWith(signal))
    expect(stub.asked).toHaveLength(1)
  })

  it.each([
    ['402', json({ error: 'Payment required' }, 402), 'asks for payment'],
    ['402 of a page', htmlPage(402), 'asks for payment'],
    ['403 for the app', problem(403, 'client-forbidden'), 'may not be used from here'],
  ])('rests after %s, and tells the operator once in plain words', async (_name, answer, words) => {
    let now = Date.now()
    const told: (string | null)[] = []
    const { x, stub } = await worldOf(
      { '/oembed': answer },
      { now: () => now, monitor: { fault: (source, fault) => told.push(fault && `${source} ${fault}`) } },
    )
    for (const id of ['1', '2', '3']) {
      expect(await x.checkPosts([post(id)], callerWith(signal))).toMatchObject([
        { status: 'UNKNOWN', evidence: { visible: null, found: null, reason: 'operator' } },
      ])
    }
    expect(stub.asked).toHaveLength(1)
    expect(told).toHaveLength(1)
    expect(x.healthWarning()).toContain(words)
    now += 6 * 60_000
    await x.checkPosts([post('4')], callerWith(signal))
    expect(stub.asked).toHaveLength(2)
  })

  it('passes a preview through and refuses what X refuses', async () => {
    const { x } = await postsOver({
      '/oembed': oembedBy({
        1: json(oembedOf()),
        2: SHOWINGS.restricted,
        3: SHOWINGS.gone,
        4: htmlPage(503),
      }),
    })
    expect(await x.oembed(post('1'), callerWith(signal))).toEqual(oembedOf())
    await expect(x.oembed(post('2'), callerWith(signal))).rejects.toMatchObject({ status: 403 })
    await expect(x.oembed(post('3'), callerWith(signal))).rejects.toMatchObject({ status: 404 })
    await expect(x.oembed(post('4'), callerWith(signal))).rejects.toMatchObject({
      status: 502,
      code: 'upstream',
    })
  })

  it('cuts an endpoint that hangs', async () => {
    const { x, stub } = await postsOver({ '/oembed': hanging })
    const soon = AbortSignal.timeout(1000)
    await expect(x.oembed(post('1'), callerWith(soon))).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(stub.asked).toHaveLength(1)
  })
})

describe('many who ask for the same', () => {
  it('makes one call for 200 of them, and none again within a minute', async () => {
    const { x, stub } = await postsOver({ '/oembed': json(oembedOf()) })
    await Promise.all(Array.from({ length: 200 }, () => x.checkPosts([post('1')], callerWith(signal))))
    await statusesOf(x, [post('1')], callerWith(signal))
    expect(stub.asked).toHaveLength(1)
  })

  it('needs no second call while the shared cache is away', async () => {
    const away = () => Promise.reject(new Error('away'))
    const store = { ...createMemoryStore(), readCache: away, writeCache: away }
    const { x, stub } = await postsOver({ '/oembed': json(oembedOf()) }, store)
    expect(await x.oembed(post('1'), callerWith(signal))).toEqual(oembedOf())
    expect(await x.oembed(post('1'), callerWith(signal))).toEqual(oembedOf())
    expect(stub.asked).toHaveLength(1)
  })

  it('shares what one process learned with the others', async () => {
    const store = createMemoryStore()
    const first = await postsOver({ '/oembed': json(oembedOf()) }, store)
    const second = createX(xOptions(first.stub.base, { bearerToken: '', store }))
    await first.x.checkPosts([post('1')], callerWith(signal))
    await second.checkPosts([post('1')], callerWith(signal))
    expect(first.stub.asked).toHaveLength(1)
  })

  it('never gives what another X said', async () => {
    const store = createMemoryStore()
    const first = await postsOver({ '/oembed': json(oembedOf()) }, store)
    const second = await postsOver({ '/oembed': json(oembedOf()) }, store)
    await first.x.checkPosts([post('1')], callerWith(signal))
    await second.x.checkPosts([post('1')], callerWith(signal))
    expect([first.stub.asked.length, second.stub.asked.length]).toEqual([1, 1])
  })

  it('starts nothing for who has left already', async () => {
    const { x, stub } = await postsOver({ '/oembed': htmlPage(503) })
    await expect(x.oembed(post('1'), callerWith(AbortSignal.abort()))).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(stub.asked).toEqual([])
  })

  it('goes on for the others when one gives up', async () => {
    const release = Promise.withResolvers<void>()
    const slow: Answer = (...args) => void release.promise.then(() => json(oembedOf())(...args))
    const { x, stub } = await postsOver({ '/oembed': slow })
    const giver = new AbortController()
    const given = x.oembed(post('1'), callerWith(giver.signal))
    const kept = x.oembed(post('1'), callerWith(signal))
    giver.abort()
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
    release.resolve()
    expect(await kept).toEqual(oembedOf())
    expect(stub.asked).toHaveLength(1)
  })

  it('never has more than 16 calls under way, and for one address never more than 12', async () => {
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
    const { x } = await postsOver({ '/oembed': counted })
    const posts = (first: number) => Array.from({ length: 60 }, (_, index) => post(String(first + index)))
    const statuses = await answerFrom(12, statusesOf(x, posts(1), callerWith(signal)))
    expect([new Set(statuses), most]).toEqual([new Set(['UNSEARCHED']), 12])
    const both = [callerWith(signal), callerWith(signal, 'another')]
    await answerFrom(
      16,
      Promise.all(both.map((caller, index) => x.checkPosts(posts(100 * (index + 1)), caller))),
    )
    expect(most).toBe(16)
  })
})

it('reads a text of links that never end without taking the square of its length', () => {
  expect(mayQuote(`<a ${'href="https://t.co/a"'.repeat(200_000)}`)).toBe(true)
})
