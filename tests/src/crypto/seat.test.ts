import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeWorker } from './FakeWorker.ts'

const KEY_BYTES = 48

/** The module, with kernels that nothing has fetched yet. */
const fresh = async () => await import('../../../src/crypto/workerPool.ts')

/** Whether a lane is the page's own: that one is not to be measured. */
async function isPages({ lane }: { lane: Promise<{ tune: (request: never) => Promise<unknown> }> }) {
  const refusal = await (await lane).tune({} as never).catch((error: unknown) => error)
  return refusal instanceof Error && refusal.message === 'Measuring would hold the page'
}

beforeEach(() => {
  FakeWorker.made.length = 0
  FakeWorker.tune = () => ({ engine: 'rolled', rate: 1_000 })
  vi.resetModules()
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a seat', () => {
  it('is taken by a worker', async () => {
    const { createSeat } = await fresh()
    const seat = createSeat()
    expect(await isPages(seat)).toBe(false)
    expect(seat).toMatchObject({ replaced: 0, equipment: null, renewed: false })
    expect(FakeWorker.made).toHaveLength(1)
  })

  it.each([
    ['there are no workers', undefined],
    [
      'none can be made',
      function Blocked() {
        throw new DOMException('blocked', 'SecurityError')
      },
    ],
  ])('is taken by the page where %s', async (_, Worker) => {
    vi.stubGlobal('Worker', Worker)
    const { createSeat } = await fresh()
    expect(await isPages(createSeat())).toBe(true)
  })

  it('gets another worker for one that fails, then the page, and closes what it had', async () => {
    const { createSeat, replaceLane } = await fresh()
    const seat = createSeat()
    await replaceLane(seat, seat.lane)
    expect(await isPages(seat)).toBe(false)
    expect(FakeWorker.made.map(({ terminated }) => terminated)).toEqual([true, false])
    await replaceLane(seat, seat.lane)
    expect(await isPages(seat)).toBe(true)
    expect(FakeWorker.made.map(({ terminated }) => terminated)).toEqual([true, true])
  })

  it('gets one other worker however many calls have failed with the first one', async () => {
    const { createSeat, replaceLane } = await fresh()
    const seat = createSeat()
    const broken = seat.lane
    await Promise.all([replaceLane(seat, broken), replaceLane(seat, broken)])
    expect(seat.replaced).toBe(1)
    expect(FakeWorker.made).toHaveLength(2)
  })

  it('gets another lane for one that never came', async () => {
    const { createSeat, replaceLane } = await fresh()
    const seat = createSeat()
    seat.lane = Promise.reject(new Error('not loaded'))
    await replaceLane(seat, seat.lane)
    expect(await isPages(seat)).toBe(false)
  })

  it('gets another worker for a slow one, which does not count as a failure', async () => {
    const { createSeat, ready, renewLane } = await fresh()
    const seat = createSeat()
    await ready(seat, KEY_BYTES)
    await renewLane(seat)
    expect(seat).toMatchObject({ renewed: true, replaced: 0, equipment: null })
    expect(FakeWorker.made.map(({ terminated }) => terminated)).toEqual([true, false])
  })
})

describe('a lane', () => {
  it('is made ready once for keys of one length, and again for keys of another, with what is known of its pace', async () => {
    const { createSeat, ready } = await fresh()
    const seat = createSeat()
    const first = await ready(seat, KEY_BYTES)
    expect(first).toMatchObject({ engine: 'rolled', keyBytes: KEY_BYTES })
    expect(await ready(seat, KEY_BYTES)).toBe(first)
    first.pace.measured(1_234)
    const other = await ready(seat, 60)
    expect(other).not.toBe(first)
    expect(other.keyBytes).toBe(60)
    expect(other.pace.rate()).toBe(1_234)
    expect(await ready(seat, 60)).toBe(other)
  })

  it('keeps to unrolled kernels for keys of another length where they were the faster ones', async () => {
    const { createSeat, ready, warmSeats } = await fresh()
    FakeWorker.tune = () => ({ engine: 'unrolled', rate: 1_000 })
    const seat = createSeat()
    await warmSeats([seat])
    expect(await ready(seat, KEY_BYTES)).toMatchObject({ engine: 'unrolled' })
    const { loadKernels } = await import('../../../src/crypto/engines.ts')
    const { kernelsFor } = await import('../../../workers/engine/engines.ts')
    await loadKernels(kernelsFor('unrolled', 50))
    expect(await ready(seat, 50)).toMatchObject({ engine: 'unrolled' })
  })

  it('can be made ready after that has failed', async () => {
    const { createSeat, ready, replaceLane } = await fresh()
    const seat = createSeat()
    await seat.lane
    FakeWorker.made[0]?.die()
    await expect(ready(seat, KEY_BYTES)).rejects.toThrow('No engine works')
    await replaceLane(seat, seat.lane)
    expect(await ready(seat, KEY_BYTES)).toMatchObject({ engine: 'rolled' })
    seat.equipment = Promise.reject(new Error('No engine works'))
    expect(await ready(seat, KEY_BYTES)).toMatchObject({ engine: 'rolled' })
  })
})

describe('lanes that are run up to speed', () => {
  it('know their engine and their rate afterwards', async () => {
    const { createSeat, warmSeats } = await fresh()
    FakeWorker.tune = (_, { number }) => ({ engine: 'unrolled', rate: 1_000 * number })
    const seats = [createSeat(), createSeat()]
    await warmSeats(seats)
    const equipment = await Promise.all(seats.map((seat) => seat.equipment))
    expect(equipment.map((each) => [each?.engine, each?.pace.rate()])).toEqual([
      ['unrolled', 1_000],
      ['unrolled', 2_000],
    ])
  })

  it('are made ready and leave the cores to the first one while that finds the fastest engine', async () => {
    const { createSeat, warmSeats } = await fresh()
    const log: string[] = []
    const seats = [createSeat(), createSeat(), createSeat()]
    FakeWorker.tune = async (_, { number }) => {
      log.push(`${number} begins, ${seats.filter(({ equipment }) => equipment).length} are made ready`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      log.push(`${number} is done`)
      return { engine: 'rolled', rate: 1_000 }
    }
    await warmSeats(seats)
    expect(log.slice(0, 2)).toEqual(['1 begins, 3 are made ready', '1 is done'])
    expect(log).toHaveLength(6)
  })

  it('are those that nobody has used yet', async () => {
    const { createSeat, ready, warmSeats } = await fresh()
    const asked: number[] = []
    FakeWorker.tune = (_, { number }) => {
      asked.push(number)
      return { engine: 'rolled', rate: 1_000 }
    }
    const [used, unused] = [createSeat(), createSeat()]
    await ready(used, KEY_BYTES)
    await warmSeats([used, unused])
    expect(asked).toEqual([2])
    await warmSeats([used, unused])
    expect(asked).toEqual([2])
  })
})
