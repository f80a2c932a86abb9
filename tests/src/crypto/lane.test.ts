import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardWorker, pageLane, profilerLane, workerLane } from '../../../src/crypto/lane.ts'
import { waitFor } from '../../waitFor.ts'
import { solves } from '../../workers/engine/solutions.ts'
import { ChannelWorker, FakeWorker } from './fakeWorkers.ts'

describe('guardWorker', () => {
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
    return { worker, ...guardWorker<typeof api>(worker as unknown as Worker, SILENCE) }
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  describe('a guarded worker', () => {
    it('hands on what the worker answers and what it throws, and leaves no timer behind', async () => {
      const { answered, remote, close } = guarded()
      expect(await answered(remote.double(21))).toBe(42)
      await expect(answered(remote.refuse())).rejects.toThrow('not that')
      expect(vi.getTimerCount()).toBe(0)
      close()
    })

    it.each(['error', 'messageerror'] as const)(
      'fails every call, open and later, once it has told of its death: %s',
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

    it('fails a call when the worker has been silent for too long, and no sooner', async () => {
      const { answered, remote, close } = guarded()
      const outcome = vi.fn<(error: unknown) => void>()
      answered(remote.think()).catch(outcome)
      await vi.advanceTimersByTimeAsync(SILENCE - 1)
      expect(outcome).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(outcome.mock.calls).toEqual([[new Error('A worker does not answer')]])
      close()
    })

    it('fails open calls when it is closed, and ends the worker', async () => {
      const { worker, answered, remote, close } = guarded()
      const open = answered(remote.think())
      close()
      await expect(open).rejects.toThrow('The lane was closed')
      expect(worker.terminated).toBe(true)
    })

    it('dies unnoticed while nobody asks', async () => {
      const unhandled = vi.fn<(reason: unknown) => void>()
      process.on('unhandledRejection', unhandled)
      const { worker, close } = guarded()
      worker.die()
      await new Promise((resolve) => setImmediate(resolve))
      process.off('unhandledRejection', unhandled)
      expect(unhandled).not.toHaveBeenCalled()
      close()
    })
  })
})

describe('lane', () => {
  const KEY = 'x'.repeat(48)
  const EASY = { key: KEY, difficulty: 1, from: 0, count: 1_000 }

  beforeEach(() => {
    FakeWorker.made.length = 0
    vi.stubGlobal('Worker', FakeWorker)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  describe('a lane in a worker', () => {
    it('hands each question on to the worker, and its answer back', async () => {
      const lane = workerLane()
      const [worker] = FakeWorker.made
      FakeWorker.search = async ({ from, count }) => from + count
      FakeWorker.encrypt = async ({ text }) => `secret ${text}`
      FakeWorker.tune = ({ engines: [engine = 'javascript'] }) => ({ engine, rate: 5 })
      const request = { engines: ['javascript'] as const, modules: {}, keyBytes: 48 }
      expect(await lane.search({ ...EASY, from: 5, count: 2 }, 1)).toBe(7)
      expect(await lane.encrypt({ text: 'a', fragments: [] })).toBe('secret a')
      expect(await lane.choose(request)).toBe('javascript')
      expect(await lane.tune(request)).toEqual({ engine: 'javascript', rate: 5 })
      lane.stop(3)
      await waitFor(() => expect(worker?.stopped).toEqual([3]))
      lane.close()
      expect(worker?.terminated).toBe(true)
    })

    it('fails each question when the worker has died, and takes no harm from being told to stop', async () => {
      const unhandled = vi.fn<(reason: unknown) => void>()
      process.on('unhandledRejection', unhandled)
      const lane = workerLane()
      FakeWorker.made[0]?.die()
      const request = { engines: [], modules: {}, keyBytes: 48 }
      await expect(lane.search(EASY, 1)).rejects.toThrow('A worker died')
      await expect(lane.encrypt({ text: 'a', fragments: [] })).rejects.toThrow('A worker died')
      await expect(lane.choose(request)).rejects.toThrow('A worker died')
      await expect(lane.tune(request)).rejects.toThrow('A worker died')
      lane.stop(1)
      await new Promise((resolve) => setTimeout(resolve))
      process.off('unhandledRejection', unhandled)
      expect(unhandled).not.toHaveBeenCalled()
      lane.close()
    })
  })

  describe('the lane on the page', () => {
    it('searches and encrypts like the others, but is not measured, which would hold the page', async () => {
      const lane = await pageLane()
      const request = { engines: ['javascript'] as const, modules: {}, keyBytes: 48 }
      expect(await lane.choose(request)).toBe('javascript')
      expect(solves(KEY, (await lane.search(EASY, 1)) ?? -1, 1)).toBe(true)
      await expect(lane.tune(request)).rejects.toThrow('Measuring would hold the page')
      lane.close()
      expect(FakeWorker.made).toEqual([])
    })
  })
})

describe('profilerLane', () => {
  const made: ProfilerFake[] = []

  /** A profiler's worker that tells what it was asked. */
  class ProfilerFake extends ChannelWorker {
    readonly asked: unknown[] = []

    constructor() {
      super()
      made.push(this)
      this.run({
        search: (request: unknown) => void this.asked.push(request),
        prepare: (...request: unknown[]) => {
          this.asked.push(request)
          return 12
        },
      })
    }
  }

  beforeEach(() => {
    made.length = 0
    vi.stubGlobal('Worker', ProfilerFake)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const REQUEST = { key: 'x'.repeat(48), difficulty: 3, from: 5, count: 7 }

  describe('a lane of the profiler', () => {
    it('keeps its worker to one engine', async () => {
      const lane = profilerLane('scalar')
      expect(await lane.prepare(48)).toEqual({ compile: 12, engine: 'scalar' })
      await lane.search(REQUEST)
      expect(made[0]?.asked).toEqual([['scalar', 48], { ...REQUEST, engine: 'scalar' }])
      lane.close()
      expect(made[0]?.terminated).toBe(true)
    })

    it('asks whether the worker is there with a range that holds nothing to search', async () => {
      const lane = profilerLane('subtle')
      await lane.ping()
      expect(made[0]?.asked).toEqual([expect.objectContaining({ count: 0, engine: 'subtle' })])
      lane.close()
    })

    it('fails every question to a worker that has died', async () => {
      const lane = profilerLane('scalar')
      made[0]?.die()
      await expect(lane.search(REQUEST)).rejects.toThrow('A worker died')
      await expect(lane.ping()).rejects.toThrow('A worker died')
      await expect(lane.prepare(48)).rejects.toThrow('A worker died')
      lane.close()
    })
  })
})
