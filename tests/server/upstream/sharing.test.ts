import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../contract/reasons.ts'
import type { Store } from '../../../server/store/Store.ts'
import { createAnswerCache } from '../../../server/upstream/Upstream.ts'
import { createBatcher } from '../../../server/upstream/x/checkPosts.ts'
import { callerWith } from '../client.ts'
import { followClock } from '../followClock.ts'
import { createMemoryStore } from '../testApp.ts'
import { htmlPage, json, oembedOf } from './stubX.ts'
import { closeWorlds, statusesOf, worldOf as xWorldOf } from './xWorld.ts'

const postsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: 'a', id: String(first + index) }))

describe('answerCache', () => {
  const still = new AbortController().signal
  const KEEP_MS = 10
  const cacheOver = (store: Store = createMemoryStore(), onFault = (_error: unknown) => {}) =>
    createAnswerCache('x', store, onFault)

  /** Two processes over one store, and how often each answer was made. */
  function worldOf(broken: Partial<Store> = {}) {
    const clock = { now: 1 }
    followClock(() => clock.now)
    const asked = { made: 0 }
    const store = { ...createMemoryStore(() => clock.now), ...broken }
    const writeCache = vi.spyOn(store, 'writeCache')
    const onFault = vi.fn<(error: unknown) => void>()
    const open = () => {
      const answers = cacheOver(store, onFault)
      const ask = (signal = still, ttlMs = KEEP_MS) =>
        answers.get('key', v.number(), callerWith(signal), async () => ({ value: ++asked.made, ttlMs }))
      return { ask, kept: () => answers.peek('key', v.number()) }
    }
    const elsewhere = open()
    return {
      ...open(),
      clock,
      store,
      asked,
      writeCache,
      onFault,
      askElsewhere: elsewhere.ask,
      keptElsewhere: elsewhere.kept,
    }
  }

  /** One process and answers that take until they are told; each keeps the signal it was given. */
  function slowWorld() {
    const answers = cacheOver()
    const work: { signal: AbortSignal; answer: (value: number) => void; fail: (error: Error) => void }[] = []
    const ask = (signal = still) =>
      answers.get('key', v.number(), callerWith(signal), async ({ signal: inner }) => {
        const { promise, resolve, reject } = Promise.withResolvers<number>()
        work.push({ signal: inner, answer: resolve, fail: reject })
        return { value: await promise, ttlMs: 0 }
      })
    const begun = async (count: number) => {
      await expect.poll(() => work.length).toBe(count)
    }
    return { ask, work, begun }
  }

  it('answerCache makes an answer once for all who ask, and again when it has expired', async () => {
    const { ask, askElsewhere, asked, clock } = worldOf()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    clock.now = KEEP_MS
    expect(await ask()).toBe(1)
    expect(await askElsewhere()).toBe(1)
    clock.now = KEEP_MS + 2
    expect(await ask()).toBe(2)
    expect(asked.made).toBe(2)
  })

  it('answerCache keeps no answer that is not good enough to be kept', async () => {
    const { ask, writeCache } = worldOf()
    expect(await ask(still, 0)).toBe(1)
    expect(await ask(still, 0)).toBe(2)
    expect(writeCache).not.toHaveBeenCalled()
  })

  it.each(['"another shape"', 'no JSON'])(
    'answerCache makes an answer again if the store kept %s',
    async (text) => {
      const { ask, store } = worldOf()
      await store.writeCache([{ key: 'x key', value: text, ttlMs: KEEP_MS }])
      expect(await ask()).toBe(1)
    },
  )

  it('answerCache answers while the store is unavailable, reports what failed there, and keeps the answer in memory', async () => {
    const away = () => Promise.reject(new Error('away'))
    const { ask, asked, onFault } = worldOf({ readCache: away, writeCache: away })
    expect(await ask()).toBe(1)
    expect(onFault.mock.calls).toEqual([[new Error('away')], [new Error('away')]])
    expect(await ask()).toBe(1)
    expect(asked.made).toBe(1)
  })

  it('answerCache returns what is kept without making anything, and makes nothing for a caller who has already left', async () => {
    const { ask, kept, keptElsewhere, asked, clock } = worldOf()
    await expect(ask(AbortSignal.abort(new Error('left before')))).rejects.toThrow('left before')
    expect(await kept()).toBeNull()
    expect(asked.made).toBe(0)
    await ask()
    expect([await kept(), await keptElsewhere()]).toEqual([1, 1])
    clock.now = KEEP_MS + 2
    expect([await kept(), await keptElsewhere()]).toEqual([null, null])
    expect(asked.made).toBe(1)
  })

  it('answerCache stops the work when no caller is left, and begins again for the next one, even in the same moment', async () => {
    const { ask, work, begun } = slowWorld()
    const leaving = [new AbortController(), new AbortController()]
    const left = leaving.map(({ signal }) => ask(signal).catch((error: Error) => error.message))
    await begun(1)
    for (const one of leaving) one.abort(new Error('left'))
    const first = work[0]?.signal
    const next = new Promise<number>((resolve) => first?.addEventListener('abort', () => resolve(ask())))
    expect(await Promise.all(left)).toEqual(['left', 'left'])
    expect(first?.aborted).toBe(true)
    await begun(2)
    expect(work[1]?.signal.aborted).toBe(false)
    work[1]?.answer(7)
    expect(await next).toBe(7)
  })

  it('answerCache reports a failure to all waiting callers, and tries again for the next one', async () => {
    const { ask, work, begun } = slowWorld()
    const waiting = [ask(), ask()].map((answer) => answer.catch((error: Error) => error.message))
    await begun(1)
    work[0]?.fail(new Error('failed'))
    expect(await Promise.all(waiting)).toEqual(['failed', 'failed'])
    const next = ask()
    await begun(2)
    work[1]?.answer(7)
    expect(await next).toBe(7)
  })

  it.each([
    ['busy', new ApiError('busy'), true],
    ['share_spent', new ApiError('share_spent'), true],
    ['hour_spent', new ApiError('hour_spent'), true],
    ['upstream', new ApiError('upstream'), false],
    ['no refusal', Object.assign(new Error('broken'), { code: 'busy' }), false],
  ])(
    'answerCache starts again for another caller if the one who began was refused for load, and only then: %s',
    async (_, error, again) => {
      const answers = cacheOver()
      const asked: string[] = []
      const ask = (clientKey: string) =>
        answers
          .get('key', v.number(), callerWith(undefined, clientKey), async (caller) => {
            asked.push(caller.clientKey)
            if (caller.clientKey === 'greedy') throw error
            return { value: 7, ttlMs: 0 }
          })
          .catch((thrown: unknown) => thrown)
      const greedy = [ask('greedy'), ask('greedy')]
      const others = [ask('a'), ask('a'), ask('b')]
      expect(await Promise.all(greedy)).toEqual([error, error])
      expect(await Promise.all(others)).toEqual(again ? [7, 7, 7] : [error, error, error])
      expect(asked).toEqual(again ? ['greedy', 'a'] : ['greedy'])
    },
  )

  it('answerCache makes nothing for a caller who leaves while the store is read', async () => {
    const read = Promise.withResolvers<string | null>()
    const { ask, asked } = worldOf({ readCache: () => read.promise })
    const leaving = new AbortController()
    const left = ask(leaving.signal)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    read.resolve(null)
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked.made).toBe(0)
  })

  it('answerCache continues to share newer work when older, abandoned work ends', async () => {
    const { ask, work, begun } = slowWorld()
    const leaving = new AbortController()
    const left = ask(leaving.signal).catch((error: Error) => error.message)
    await begun(1)
    leaving.abort(new Error('left'))
    expect(await left).toBe('left')
    const first = ask()
    await begun(2)
    work[0]?.fail(new Error('cut'))
    await new Promise((resolve) => setImmediate(resolve))
    const second = ask()
    work[1]?.answer(7)
    expect(await Promise.all([first, second])).toEqual([7, 7])
    expect(work).toHaveLength(2)
  })
})

describe('a batch', () => {
  it('a batch works once on all items of a moment, answers each separately, and rejects abandoned ones', async () => {
    const batches: string[][] = []
    const ended = Promise.withResolvers<void>()
    const add = createBatcher<string, string>(async (items, _signal, settle) => {
      batches.push(items)
      settle('b', 'answer')
      await ended.promise
    })
    const { signal } = new AbortController()
    const [a, b] = [add('a', signal).catch((error: ApiError) => error.code), add('b', signal)]
    expect(await b).toBe('answer')
    ended.resolve()
    expect(await a).toBe('upstream_timeout')
    expect(batches).toEqual([['a', 'b']])
  })

  it('a batch that has begun leaves what is added later to the next', async () => {
    const batches: string[][] = []
    const add = createBatcher<string, string>(async (items, _signal, settle) => {
      batches.push(items)
      for (const item of items) settle(item, item)
    })
    const { signal } = new AbortController()
    expect(await add('a', signal)).toBe('a')
    expect(await Promise.all([add('b', signal), add('c', signal)])).toEqual(['b', 'c'])
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('a batch is aborted when nobody waits for any of its items any more, and not before', async () => {
    const begun = Promise.withResolvers<AbortSignal>()
    const add = createBatcher<string, string>(async (_items, signal) => {
      begun.resolve(signal)
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const leaving = [new AbortController(), new AbortController()]
    const answers = leaving.map(({ signal }, index) => add(String(index), signal).catch(() => 'left'))
    const signal = await begun.promise
    leaving[0]?.abort()
    expect(signal.aborted).toBe(false)
    leaving[1]?.abort()
    expect(await Promise.all(answers)).toEqual(['left', 'left'])
  })
})

describe('visitors beside others', () => {
  closeWorlds()
  const of = (clientKey: string) => callerWith(undefined, clientKey)
  const failingFor666 = () =>
    xWorldOf(
      {
        '/oembed': (url, ...more) =>
          (url.search.includes('666') ? htmlPage(503) : json(oembedOf()))(url, ...more),
      },
      { bearerToken: '' },
    )
  const codesOf = (settled: PromiseSettledResult<unknown>[]) =>
    settled.map((one) => (one.status === 'fulfilled' ? 'answered' : (one.reason as { code: string }).code))

  // Two previews of posts that X cannot show once made every batch UNKNOWN for half a minute.
  it('posts are checked while previews of posts that X fails at are requested', async () => {
    const { x } = await failingFor666()
    const broken = Array.from({ length: 6 }, (_, index) =>
      x.oembed({ name: 'a', id: `666${index}` }, of('a')),
    )
    expect(new Set(codesOf(await Promise.allSettled(broken)))).toEqual(new Set(['upstream']))
    expect(await statusesOf(x, postsFrom(1, 3), of('b'))).toEqual(['UNSEARCHED', 'UNSEARCHED', 'UNSEARCHED'])
  })

  it('X is still called for others after one client asked for five posts that X fails at', async () => {
    const { x } = await failingFor666()
    const broken = Array.from({ length: 6 }, (_, index) => ({ name: 'a', id: `666${index}` }))
    expect(new Set(await statusesOf(x, broken, of('2001:db8:1:1')))).toEqual(new Set(['UNKNOWN']))
    expect(await statusesOf(x, postsFrom(1, 1), of('b'))).toEqual(['UNSEARCHED'])
    expect(await statusesOf(x, broken.slice(0, 5), of('2001:db8:1:2'))).toEqual(Array(5).fill('UNKNOWN'))
    expect(await statusesOf(x, postsFrom(2, 1), of('b'))).toEqual(['UNSEARCHED'])
  })

  it('posts are checked while X refuses previews for a while', async () => {
    let isLimited = true
    const { x } = await xWorldOf(
      { '/oembed': (...asked) => (isLimited ? json({}, 429) : json(oembedOf()))(...asked) },
      { bearerToken: '' },
    )
    expect(codesOf(await Promise.allSettled([x.oembed({ name: 'a', id: '1' }, of('a'))]))).toEqual([
      'upstream_limited',
    ])
    isLimited = false
    expect(await statusesOf(x, postsFrom(1, 1), of('b'))).toEqual(['UNSEARCHED'])
    expect(codesOf(await Promise.allSettled([x.oembed({ name: 'a', id: '2' }, of('a'))]))).toEqual([
      'upstream_limited',
    ])
  })

  it("a check calls oEmbed itself while X is about to refuse another visitor's preview of the same post", async () => {
    const refused = Promise.withResolvers<void>()
    let asked = 0
    const { x, stub } = await xWorldOf(
      {
        '/oembed': (...more) =>
          void (asked++ === 0
            ? refused.promise.then(() => json({}, 429)(...more))
            : json(oembedOf())(...more)),
      },
      { bearerToken: '' },
    )
    const preview = x.oembed({ name: 'a', id: '1' }, of('a')).catch((error: { code: string }) => error.code)
    await expect.poll(() => stub.asked.length).toBe(1)
    const check = statusesOf(x, postsFrom(1, 1), of('b'))
    await expect.poll(() => stub.asked.length).toBe(2)
    refused.resolve()
    expect(await check).toEqual(['UNSEARCHED'])
    expect(await preview).toBe('upstream_limited')
  })
})
