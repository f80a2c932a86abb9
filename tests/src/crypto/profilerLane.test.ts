import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profilerLane } from '../../../src/crypto/lane.ts'
import { ChannelWorker } from './ChannelWorker.ts'

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
