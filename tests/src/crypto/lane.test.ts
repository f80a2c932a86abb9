import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageLane, workerLane } from '../../../src/crypto/lane.ts'
import { waitFor } from '../../waitFor.ts'
import { solves } from '../../workers/engine/solutions.ts'
import { FakeWorker } from './FakeWorker.ts'

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
