import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../server/http/errors.ts'
import type { Store } from '../../../server/store/Store.ts'
import type { Upstream } from '../../../server/upstream/Upstream.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import {
  createAnswerCache,
  createBatcher,
  createFairQueue,
  withAdmission,
} from '../../../server/upstream/sharing.ts'
import { bodyFor, callerWith } from '../client.ts'
import { followClock } from '../followClock.ts'
import { createMemoryStore } from '../testApp.ts'
import { htmlPage, json, oembedOf } from './stubX.ts'
import { closeWorlds, statusesOf, worldOf as xWorldOf } from './xWorld.ts'

const postsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: 'a', id: String(first + index) }))

describe('admitting', () => {
  const signal = new AbortController().signal
  const accounts = (names: string[], postsMax: number) => {
    const upstream = withAdmission(createSandboxUpstream(20), postsMax)
    return Promise.allSettled(
      names.map((name) => upstream.checkAccount(bodyFor(name), callerWith(signal, `by ${name}`))),
    )
  }
  const refused = (settled: PromiseSettledResult<unknown>[]) =>
    settled.filter(({ status }) => status === 'rejected').length

  const checksOf =
    (upstream: Upstream) =>
    (clientKey: string, count = 20) =>
      upstream.checkPosts(postsFrom(1, count), callerWith(signal, clientKey))

  it('admission lets twice as much in if the callers hold nothing yet, and lets checks in again when others have ended', async () => {
    const names = Array.from({ length: 13 }, (_, index) => `someone${index}`)
    expect(refused(await accounts(names, 100))).toBe(3)
    const upstream = withAdmission(createSandboxUpstream(), 20)
    await upstream.checkAccount(bodyFor('sbx_clear'), callerWith(signal))
    await expect(upstream.checkAccount(bodyFor('sbx_mixed'), callerWith(signal))).resolves.toBeDefined()
  })

  it('admission counts one account in any spelling once while any check of it runs, and no longer afterwards', async () => {
    const ends: (() => void)[] = []
    const sandbox = createSandboxUpstream()
    const slow: Upstream = {
      ...sandbox,
      checkAccount: async (...asked) => {
        await new Promise<void>((resolve) => ends.push(resolve))
        return sandbox.checkAccount(...asked)
      },
    }
    const upstream = withAdmission(slow, 20)
    const check = (name: string) => upstream.checkAccount(bodyFor(name), callerWith(signal))
    const busy = { code: 'busy', retryAfter: 10 }
    const crowd = ['sbx_clear', 'SBX_CLEAR', 'sbx_Clear'].map(check)
    await expect(check('sbx_mixed')).rejects.toMatchObject(busy)
    // Two of the three are over: the last still holds the account's place, and another check of it shares it.
    for (const end of ends.splice(1)) end()
    await Promise.all(crowd.slice(1))
    crowd.push(check('sbx_clear'))
    for (const end of ends.splice(0)) end()
    await Promise.all(crowd)
    const next = check('sbx_mixed')
    await expect(check('sbx_clear')).rejects.toMatchObject(busy)
    for (const end of ends.splice(0)) end()
    await next
  })

  it('admission lets one address hold a quarter of the posts at most', async () => {
    const check = checksOf(withAdmission(createSandboxUpstream(20), 100))
    const first = ['a', 'b', 'c'].map((clientKey) => check(clientKey))
    await expect(check('a', 6)).rejects.toMatchObject({ code: 'busy', retryAfter: 10 })
    await check('a', 5)
    await Promise.all(first)
  })

  it('admission lets one network hold three quarters of the posts, and no more than fit', async () => {
    const check = checksOf(withAdmission(createSandboxUpstream(20), 100))
    const held = ['2001:db8:1:100', '2001:db8:1:200', '2001:db8:1:300'].map((key) => check(key))
    await expect(check('2001:db8:1:400', 16)).rejects.toMatchObject({ code: 'busy' })
    held.push(check('b'), check('c'))
    await expect(check('2001:db8:1:400', 1)).rejects.toMatchObject({ code: 'busy' })
    await check('2001:db8:2:400', 1)
    await Promise.all(held)
  })

  it('admission lets in one check of any size if nothing else runs, and a request without posts always', async () => {
    const upstream = withAdmission(createSandboxUpstream(20), 20)
    const posts = postsFrom(10, 50)
    const large = upstream.checkPosts(posts, callerWith(signal))
    await expect(upstream.checkPosts(posts.slice(0, 1), callerWith(signal, 'b'))).rejects.toMatchObject({
      code: 'busy',
    })
    await expect(upstream.checkPosts([], callerWith(signal))).resolves.toEqual([])
    expect(await large).toHaveLength(50)
    const held = upstream.checkPosts(posts.slice(0, 19), callerWith(signal))
    await expect(upstream.checkPosts(posts.slice(0, 1), callerWith(signal, 'b'))).resolves.toHaveLength(1)
    await held
  })
})

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

  it('answerCache lets one caller leave alone: the others get their answer, and later callers share it', async () => {
    const { ask, work, begun } = slowWorld()
    const leaving = new AbortController()
    const staying = ask()
    const left = ask(leaving.signal)
    await begun(1)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    const late = ask()
    expect(work[0]?.signal.aborted).toBe(false)
    work[0]?.answer(7)
    expect(await Promise.all([staying, late])).toEqual([7, 7])
    expect(work).toHaveLength(1)
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
    const [a, b] = [add('a', signal).catch((error: Error) => error.message), add('b', signal)]
    expect(await b).toBe('answer')
    ended.resolve()
    expect(await a).toBe('The batch ended without an answer')
    expect(batches).toEqual([['a', 'b']])
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

describe('a fair queue', () => {
  const still = new AbortController().signal
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  /** A queue and the work in it, by name: what has begun, and how each is ended. */
  function watched(running: number, waiting: number) {
    const queue = createFairQueue({ concurrency: running, waitingMax: waiting })
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const enter = (name: string, signal = still, clientKey = '192.0.2.1') =>
      queue(
        async () => {
          begun.push(name)
          await new Promise<void>((resolve) => ends.set(name, resolve))
          return name
        },
        callerWith(signal, clientKey),
      )
    const end = async (name: string) => {
      await turn()
      ends.get(name)?.()
      await turn()
    }
    return { enter, begun, end }
  }

  it('a fair queue runs a limited number at once, lets a limited number wait in order, and refuses the rest with the seconds to wait', async () => {
    const { enter, begun, end } = watched(2, 2)
    const inside = ['a', 'b', 'c', 'd'].map((name) => enter(name))
    await expect(enter('e')).rejects.toMatchObject({ code: 'busy', retryAfter: 10 })
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    // Who came from the queue counts like any other.
    inside.push(enter('e'))
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    for (const name of ['c', 'd', 'e']) await end(name)
    expect(await Promise.all(inside)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('a fair queue has all its places again when its jobs have ended, also if they failed', async () => {
    const queue = createFairQueue({ concurrency: 1, waitingMax: 0 })
    await expect(queue(() => Promise.reject(new Error('broken')), callerWith(still))).rejects.toThrow(
      'broken',
    )
    expect(await queue(async () => 'next', callerWith(still))).toBe('next')
  })

  it('a fair queue removes a caller who leaves, gives their place to another, and never begins for one who has left', async () => {
    const { enter, begun, end } = watched(1, 2)
    const leaving = new AbortController()
    const gone = new AbortController()
    gone.abort(new Error('left before'))
    await expect(enter('x', gone.signal)).rejects.toThrow('left before')
    const inside = [enter('a'), enter('b', leaving.signal), enter('c')]
    const left = inside[1]?.catch((error: Error) => error.message)
    leaving.abort(new Error('left'))
    expect(await left).toBe('left')
    inside[1] = enter('d')
    await end('a')
    await end('c')
    await end('d')
    expect(await Promise.all(inside)).toEqual(['a', 'd', 'c'])
    expect(begun).toEqual(['a', 'c', 'd'])
  })

  it('a fair queue keeps its order if a caller leaves when its turn has just begun', async () => {
    const { enter, begun, end } = watched(1, 2)
    const late = new AbortController()
    const inside = [enter('a'), enter('b', late.signal), enter('c')]
    await end('a')
    late.abort()
    await end('b')
    await end('c')
    expect(await Promise.all(inside)).toEqual(['a', 'b', 'c'])
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('a fair queue keeps a quarter of its places free for others, and gives each free one to the caller who holds the fewest', async () => {
    const { enter, begun, end } = watched(4, 20)
    const of = (clientKey: string, ...names: string[]) => names.map((name) => enter(name, still, clientKey))
    const inside = [
      ...of('greedy', 'g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7'),
      ...of('192.0.2.1', 'a1', 'a2'),
      ...of('b', 'b1'),
      ...of('c', 'c1'),
    ]
    await turn()
    expect(begun).toEqual(['g1', 'g2', 'g3', 'a1'])
    for (const name of ['g1', 'g2', 'b1', 'g3']) await end(name)
    expect(begun.slice(4)).toEqual(['b1', 'c1', 'a2', 'g4'])
    for (const name of ['a1', 'a2', 'c1', 'g4', 'g5', 'g6', 'g7']) await end(name)
    await Promise.all(inside)
  })

  it('a fair queue leaves a running slot free instead of giving it to a network that already holds its maximum', async () => {
    const { enter, begun, end } = watched(4, 20)
    const greedy = ['g1', 'g2', 'g3', 'g4'].map((name, index) => enter(name, still, `192.0.2.${index}`))
    const other = enter('a1', still, 'a')
    await end('a1')
    await other
    expect(begun).toEqual(['g1', 'g2', 'g3', 'a1'])
    const next = enter('b1', still, 'b')
    await turn()
    expect(begun).toEqual(['g1', 'g2', 'g3', 'a1', 'b1'])
    for (const name of ['b1', 'g1', 'g2', 'g3', 'g4']) await end(name)
    await Promise.all([...greedy, next])
  })

  it('a fair queue starts one job in each interval, alternates between networks, and frees the place of a caller who leaves', async () => {
    const ends: (() => void)[] = []
    const waited: number[] = []
    const queue = createFairQueue({
      concurrency: 4,
      waitingMax: 10,
      intervalMs: 1000,
      wait: (ms) => new Promise((resolve) => (waited.push(ms), ends.push(resolve))),
    })
    const begun: string[] = []
    const enter = (clientKey: string, signal = still) =>
      queue(async () => void begun.push(clientKey), callerWith(signal, clientKey))
    const line = ['2001:db8:1:1', '2001:db8:1:2', '2001:db8:1:3', '2001:db8:1:4'].map((key) => enter(key))
    const leaving = new AbortController()
    const left = enter('2001:db8:2:1', leaving.signal).catch(() => 'left')
    const others = [enter('198.51.100.1'), enter('198.51.101.1')]
    expect(begun).toHaveLength(0)
    await turn()
    leaving.abort()
    expect(await left).toBe('left')
    while (begun.length < 6) {
      await turn()
      ends.shift()?.()
    }
    await Promise.all([...line, ...others])
    expect(begun.slice(0, 3)).toEqual(['2001:db8:1:1', '198.51.100.1', '198.51.101.1'])
    expect(waited).toHaveLength(5)
    for (const ms of waited) expect(ms).toBeGreaterThan(900)
  })

  it('a full queue drops the last caller of the network with the longest queue, whatever its position', async () => {
    const { enter, begun, end } = watched(1, 4)
    const code = (error: { code: string }) => error.code
    const of = (clientKey: string, ...names: string[]) =>
      names.map((name) => enter(name, still, clientKey).catch(code))
    const inside = [...of('first', 'x'), ...of('greedy', 'g1', 'g2', 'g3'), ...of('b', 'b1')]
    const last = of('c', 'c1')
    // Two of the greedy one's wait, as many as two of this one's would.
    await expect(enter('b2', still, 'b')).rejects.toMatchObject({ code: 'busy' })
    for (const name of ['x', 'g1', 'b1', 'c1', 'g2']) await end(name)
    expect(await Promise.all([...inside, ...last])).toEqual(['x', 'g1', 'g2', 'busy', 'b1', 'c1'])
    expect(begun).toHaveLength(5)
  })
})

describe('fair slots', () => {
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

  it('X does not count as down after one post has failed again and again', async () => {
    const { x } = await failingFor666()
    for (let turn = 0; turn < 3; turn++) {
      expect(await statusesOf(x, [{ name: 'a', id: '666' }], of('a'))).toEqual(['UNKNOWN'])
    }
    expect(await statusesOf(x, postsFrom(1, 1), of('b'))).toEqual(['UNSEARCHED'])
  })
})
