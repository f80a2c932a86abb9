import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createPageWorker,
  createProfilerWorker,
  createSearchWorker,
  guardWorkerCalls,
} from '../../../src/crypto/searchWorker.ts'
import { waitFor } from '../../waitFor.ts'
import { solves } from '../../workers/engine/solutions.ts'
import { ChannelWorker, FakeWorker } from './FakeWorker.ts'

describe('a guarded worker', () => {
  const SILENCE = 3_000

  /** Questions that the worker answers, refuses and never answers. */
  const api = {
    double: (number: number) => 2 * number,
    refuse: () => {
      throw new TypeError('not that')
    },
    think: () => new Promise<number>(() => undefined),
  }

  function guarded() {
    const worker = new ChannelWorker()
    worker.run(api)
    return { worker, ...guardWorkerCalls<typeof api>(worker as unknown as Worker, SILENCE) }
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('a guarded worker passes on what the worker returns and what it throws, and leaves no timer behind', async () => {
    const { answered, remote, close } = guarded()
    expect(await answered(remote.double(21))).toBe(42)
    await expect(answered(remote.refuse())).rejects.toThrow('not that')
    expect(vi.getTimerCount()).toBe(0)
    close()
  })

  it.each(['error', 'messageerror'] as const)(
    'a guarded worker fails every call, open and later, once it has reported that it died: %s',
    async (type) => {
      const { worker, answered, remote, close } = guarded()
      const open = answered(remote.think())
      expect(worker.die(type)).toBe(true)
      await expect(open).rejects.toThrow('A worker died')
      await expect(answered(remote.double(21))).rejects.toThrow('A worker died')
      expect(vi.getTimerCount()).toBe(0)
      close()
    },
  )

  it('a guarded worker fails a call after the worker has been silent for the whole time limit, and not earlier', async () => {
    const { answered, remote, close } = guarded()
    const outcome = vi.fn<(error: unknown) => void>()
    answered(remote.think()).catch(outcome)
    await vi.advanceTimersByTimeAsync(SILENCE - 1)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.mock.calls).toEqual([[new Error('A worker does not answer')]])
    close()
  })

  it('a guarded worker waits for a slow answer as long as the worker reports that it still runs, and no longer', async () => {
    const worker = new ChannelWorker()
    let isAlive = true
    let finish: (found: number) => void = () => undefined
    worker.run({
      search: () => new Promise<number>((resolve) => (finish = resolve)),
      ping: () => isAlive || new Promise(() => undefined),
    })
    type Slow = { search: () => Promise<number>; ping: () => boolean }
    const { answered, remote, close } = guardWorkerCalls<Slow>(
      worker as unknown as Worker,
      SILENCE,
      (worker) => worker.ping(),
    )
    // Messages cross a real channel, whose time is not faked.
    const pass = async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += SILENCE / 2) {
        await vi.advanceTimersByTimeAsync(SILENCE / 2)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const slow = answered(remote.search())
    await pass(10 * SILENCE)
    finish(7)
    expect(await slow).toBe(7)
    expect(vi.getTimerCount()).toBe(0)
    isAlive = false
    const outcome = vi.fn<(error: unknown) => void>()
    answered(remote.search()).catch(outcome)
    await pass(2 * SILENCE)
    expect(outcome.mock.calls).toEqual([[new Error('A worker does not answer')]])
    close()
  })

  it('a guarded worker that is closed fails its open calls and ends the worker', async () => {
    const { worker, answered, remote, close } = guarded()
    const open = answered(remote.think())
    close()
    await expect(open).rejects.toThrow('The worker was closed')
    expect(worker.terminated).toBe(true)
  })
})

afterEach(() => void vi.unstubAllGlobals())

describe('a search worker', () => {
  const KEY = 'x'.repeat(48)
  const EASY = { key: KEY, difficulty: 1, from: 0, count: 1_000 }
  const request = { engines: ['javascript'] as const, modules: {}, keyBytes: 48 }

  beforeEach(() => {
    FakeWorker.made.length = 0
    vi.stubGlobal('Worker', FakeWorker)
  })
  it('a search worker passes each call on to the worker, and its answer back', async () => {
    const searchWorker = createSearchWorker()
    const [worker] = FakeWorker.made
    FakeWorker.search = async ({ from, count }) => from + count
    FakeWorker.encrypt = async ({ text }) => `secret ${text}`
    FakeWorker.selectFastest = ({ engines: [engine = 'javascript'] }) => ({ engine, rate: 5 })
    expect(await searchWorker.search({ ...EASY, from: 5, count: 2 }, 1)).toBe(7)
    expect(await searchWorker.encrypt({ text: 'a', fragments: [] })).toBe('secret a')
    await searchWorker.choose('javascript', {}, 48)
    expect(await searchWorker.selectFastest(request)).toEqual({ engine: 'javascript', rate: 5 })
    searchWorker.stop(3)
    await waitFor(() => expect(worker?.stopped).toEqual([3]))
    searchWorker.close()
    expect(worker?.terminated).toBe(true)
  })

  it('a search worker fails each call once the worker has died, and may still be told to stop', async () => {
    const searchWorker = createSearchWorker()
    FakeWorker.made[0]?.die()
    await expect(searchWorker.search(EASY, 1)).rejects.toThrow('A worker died')
    await expect(searchWorker.encrypt({ text: 'a', fragments: [] })).rejects.toThrow('A worker died')
    await expect(searchWorker.choose('javascript', {}, 48)).rejects.toThrow('A worker died')
    await expect(searchWorker.selectFastest(request)).rejects.toThrow('A worker died')
    searchWorker.stop(1)
    // A rejection that nothing handles fails the run.
    await new Promise((resolve) => setTimeout(resolve))
    searchWorker.close()
  })

  it('a search worker on the page searches and encrypts like the others, but is not measured, since that would block the page', async () => {
    const searchWorker = await createPageWorker()
    await searchWorker.choose('javascript', {}, 48)
    expect(solves(KEY, (await searchWorker.search(EASY, 1)) ?? -1, 1)).toBe(true)
    await expect(searchWorker.selectFastest(request)).rejects.toThrow('Measuring would hold the page')
    searchWorker.close()
    expect(FakeWorker.made).toEqual([])
  })
})

it('a worker of the profiler keeps one engine, and tests whether it works with an empty range', async () => {
  const asked: unknown[] = []
  const worker = new ChannelWorker()
  worker.run({
    search: (request: unknown) => void asked.push(request),
    prepare: (...request: unknown[]) => {
      asked.push(request)
      return 12
    },
  })
  vi.stubGlobal('Worker', function made() {
    return worker
  })
  const before = performance.now()
  const searchWorker = createProfilerWorker('scalar')
  const { started, ...prepared } = await searchWorker.prepare(48)
  expect(prepared).toEqual({ compile: 12, engine: 'scalar' })
  expect(started).toBeLessThanOrEqual(performance.now() - before)
  const request = { key: 'x'.repeat(48), difficulty: 3, from: 5, count: 7 }
  await searchWorker.search(request)
  expect(asked).toEqual([
    expect.objectContaining({ count: 0, engine: 'scalar' }),
    ['scalar', 48],
    { ...request, engine: 'scalar' },
  ])
  searchWorker.close()
  expect(worker.terminated).toBe(true)
})
