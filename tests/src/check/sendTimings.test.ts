import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CheckTimings } from '../../../contract/wire.ts'

const sent: [url: string, body: Blob][] = []
const sendBeacon = (url: string, body: Blob) => sent.push([url, body]) > 0

const PROOF = { key: 'k'.repeat(48), counter: 7 }

/** The steps that a check leaves in the timeline, by how long each took in milliseconds. */
const STEPS = { 'check:challenge': 12.34, 'pow:solve': 56.78, 'check:call': 90.12 }

function leaveInTimeline(steps: Record<string, number>) {
  for (const [name, duration] of Object.entries(steps)) performance.measure(name, { start: 0, end: duration })
}

/** The module, with a pool that nothing has used yet. */
async function fresh() {
  const { ensureWorkers, ensureReady } = await import('../../../src/crypto/workerPool.ts')
  const { sendTimings } = await import('../../../src/check/sendTimings.ts')
  return { pool: ensureWorkers, ready: ensureReady, send: () => sendTimings('/api/timings', 2, PROOF) }
}

/** The same with a pool that has solved. */
async function used() {
  const { pool, ready, send } = await fresh()
  for (const worker of pool()) await ready(worker, 48)
  return send
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('navigator', { hardwareConcurrency: 2, sendBeacon })
})
afterEach(() => {
  vi.unstubAllGlobals()
  performance.clearMeasures()
  sent.length = 0
})

describe('the timings of a check', () => {
  it('the timings of a check are those that the schema names, in tenths of a millisecond, and belong to the latest check', async () => {
    const send = await used()
    leaveInTimeline({ 'check:challenge': 4, 'pow:solve': 5, 'check:call': 6 })
    leaveInTimeline(STEPS)
    await send()
    const [[url, body] = ['', new Blob()]] = sent
    expect(url).toBe('/api/timings')
    // Anything but JSON the server refuses.
    expect(body.type).toBe('application/json')
    const timings = v.parse(CheckTimings, JSON.parse(await body.text()))
    expect(timings).toEqual({
      engine: 'rolled',
      lanes: 1,
      difficulty: 2,
      challenge: 12.3,
      solve: 56.8,
      call: 90.1,
      proof: { token: PROOF.key, counter: 7 },
    })
    expect(sent).toHaveLength(1)
  })

  it.each(Object.keys(STEPS))(
    'the timings of a check are not sent without %s, for example in a browser that keeps no timeline',
    async (step) => {
      const send = await used()
      leaveInTimeline(STEPS)
      performance.clearMeasures(step)
      await send()
      expect(sent).toEqual([])
    },
  )

  it('the timings of a check are not sent without a worker, without an engine, or with an engine that failed', async () => {
    const { pool, send } = await fresh()
    leaveInTimeline(STEPS)
    await send()
    const [worker] = pool()
    await send()
    if (worker) worker.setup = Promise.reject(new Error('No engine works'))
    await send()
    expect(sent).toEqual([])
  })

  it('the timings of a check are dropped without an error by a browser without beacons', async () => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
    const send = await used()
    leaveInTimeline(STEPS)
    await expect(send()).resolves.toBeUndefined()
  })
})
