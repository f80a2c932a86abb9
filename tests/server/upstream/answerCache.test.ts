import { getEventListeners } from 'node:events'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Refusal } from '../../../server/http/errors.ts'
import type { Store } from '../../../server/store/Store.ts'
import { createMemoryStore } from '../../../server/store/memoryStore.ts'
import { createAnswerCache } from '../../../server/upstream/sharing.ts'
import { callerWith } from '../callerWith.ts'

const still = new AbortController().signal
const KEEP_MS = 10

/** Two processes over one store, and how often the store was read and written, and each answer was made. */
function worldOf(broken: Partial<Store> = {}) {
  const clock = { now: 0 }
  const kept = createMemoryStore(() => clock.now)
  const asked = { read: 0, written: 0, made: 0 }
  const faults: unknown[] = []
  const store: Store = {
    ...kept,
    readCache: (...given) => {
      asked.read++
      return kept.readCache(...given)
    },
    writeCache: (...given) => {
      asked.written++
      return kept.writeCache(...given)
    },
    ...broken,
  }
  const open = () => {
    const answerFor = createAnswerCache(
      store,
      () => clock.now,
      (error) => void faults.push(error),
    )
    const ask = (signal = still, keepMs = KEEP_MS) =>
      answerFor('key', v.number(), callerWith(signal), async () => ({ value: ++asked.made, keepMs }))
    return { ask, kept: () => answerFor.kept('key', v.number()) }
  }
  const [here, elsewhere] = [open(), open()]
  return {
    clock,
    store: kept,
    asked,
    faults,
    ask: here.ask,
    kept: here.kept,
    askElsewhere: elsewhere.ask,
    keptElsewhere: elsewhere.kept,
  }
}

/** One process and answers that take until they are told; each keeps the signal it was given. */
function slowWorld() {
  const answerFor = createAnswerCache(
    createMemoryStore(),
    () => 0,
    () => undefined,
  )
  const work: { signal: AbortSignal; answer: (value: number) => void; fail: (error: Error) => void }[] = []
  const ask = (signal = still) =>
    answerFor('key', v.number(), callerWith(signal), async ({ signal: inner }) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      work.push({ signal: inner, answer: resolve, fail: reject })
      return { value: await promise, keepMs: 0 }
    })
  const begun = async (count: number) => {
    await expect.poll(() => work.length).toBe(count)
  }
  return { ask, work, begun }
}

it('makes an answer once for all who ask, and anew at the very millisecond at which it is over', async () => {
  const { ask, askElsewhere, asked, clock } = worldOf()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  clock.now = KEEP_MS - 1
  expect(await ask()).toBe(1)
  expect(await askElsewhere()).toBe(1)
  clock.now = KEEP_MS
  expect(await ask()).toBe(2)
  expect(asked.made).toBe(2)
})

it('asks the store no more for what it made itself', async () => {
  const { ask, asked } = worldOf()
  await ask()
  await ask()
  expect(asked).toEqual({ read: 1, written: 1, made: 1 })
})

it('keeps nothing that is not good enough to be kept', async () => {
  const { ask, asked } = worldOf()
  expect(await ask(still, 0)).toBe(1)
  expect(await ask(still, 0)).toBe(2)
  expect(asked.written).toBe(0)
})

it.each(['"another shape"', 'no JSON'])('makes anew what the store kept as %s', async (text) => {
  const { ask, store } = worldOf()
  await store.writeCache('key', text, KEEP_MS)
  expect(await ask()).toBe(1)
})

it('answers while the store is away, tells what failed there, and remembers the answer itself', async () => {
  const away = () => Promise.reject(new Error('away'))
  const { ask, asked, faults } = worldOf({ readCache: away, writeCache: away })
  expect(await ask()).toBe(1)
  expect(faults).toEqual([new Error('away'), new Error('away')])
  expect(await ask()).toBe(1)
  expect(asked.made).toBe(1)
})

it('tells what is kept without making anything, and makes nothing for whoever has left before', async () => {
  const { ask, kept, keptElsewhere, asked, clock } = worldOf()
  await expect(ask(AbortSignal.abort(new Error('left before')))).rejects.toThrow('left before')
  expect(await kept()).toBeNull()
  expect(asked.made).toBe(0)
  await ask()
  expect([await kept(), await keptElsewhere()]).toEqual([1, 1])
  clock.now = KEEP_MS
  expect([await kept(), await keptElsewhere()]).toEqual([null, null])
  expect(asked.made).toBe(1)
})

it('lets one leave alone: the others have their answer, and whoever comes later shares it', async () => {
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

it('stops the work when nobody is left, and begins anew for whoever comes next, be it in that moment', async () => {
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

it('tells all who wait of a failure, and tries again for the next', async () => {
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

it('leaves no listener on the signal of a check that has its answer', async () => {
  const { signal } = new AbortController()
  const { ask, work, begun } = slowWorld()
  const answer = ask(signal)
  await begun(1)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  work[0]?.answer(7)
  await answer
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it.each([
  ['busy', new Refusal('busy'), true],
  ['share_spent', new Refusal('share_spent'), true],
  ['upstream', new Refusal('upstream'), false],
  ['no refusal', Object.assign(new Error('broken'), { code: 'busy' }), false],
])(
  'asks again in its own name when who began was refused for load, and only then: %s',
  async (_, error, again) => {
    const answerFor = createAnswerCache(
      createMemoryStore(),
      () => 0,
      () => undefined,
    )
    const asked: string[] = []
    const ask = (share: string) =>
      answerFor('key', v.number(), callerWith(undefined, share), async (caller) => {
        asked.push(caller.share)
        if (caller.share === 'greedy') throw error
        return { value: 7, keepMs: 0 }
      }).catch((thrown: unknown) => thrown)
    const greedy = [ask('greedy'), ask('greedy')]
    const others = [ask('a'), ask('a'), ask('b')]
    expect(await Promise.all(greedy)).toEqual([error, error])
    expect(await Promise.all(others)).toEqual(again ? [7, 7, 7] : [error, error, error])
    expect(asked).toEqual(again ? ['greedy', 'a'] : ['greedy'])
  },
)

it('makes nothing for whoever leaves while the store is read', async () => {
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

it('goes on sharing newer work when older work ends that was left', async () => {
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
