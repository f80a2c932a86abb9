import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { detectTiers } from '../../../src/crypto/detectTiers.ts'
import { createPace, isCold, laneCount, pool, slownessDetector } from '../../../src/crypto/workerPool.ts'
import { FakeWorker } from './fakeWorkers.ts'

describe('pace', () => {
  function measuredPace(rate: number) {
    const pace = createPace('rolled')
    pace.measured(rate)
    return pace
  }

  describe('createPace', () => {
    it('begins with eight milliseconds of work and goes on with sixteen', () => {
      const pace = measuredPace(1_000)
      const counts = [1, 2, 3, 4].map(() => {
        const count = pace.next()
        pace.answered(count, count / 1_000)
        return count
      })
      expect(counts).toEqual([8_000, 16_000, 16_000, 16_000])
    })

    it('begins short again with the next search', () => {
      const pace = measuredPace(1_000)
      for (let range = 0; range < 9; range++) pace.answered(10_000, 10)
      pace.restart()
      expect(pace.next()).toBe(8_000)
    })

    it('learns the rate of a lane that was not measured from its first range, which is shorter without a compiler', () => {
      const pace = createPace('rolled')
      expect(pace.rate()).toBeNull()
      pace.answered(pace.next(), 16)
      expect(pace.rate()).toBe(4_096)
      expect(pace.next()).toBe(65_536)
      expect(createPace('javascript').next()).toBe(8_192)
    })

    it('does not take the time of a message for that of the search', () => {
      const pace = measuredPace(10_000)
      for (let range = 0; range < 50; range++) pace.answered(100, 1 + (range % 2))
      expect(pace.rate()).toBe(10_000)
    })

    it('follows a lane that slows down, and never asks for nothing', () => {
      const pace = measuredPace(10_000)
      for (let range = 0; range < 50; range++) pace.answered(10, 1_000)
      expect(pace.rate()).toBeLessThan(1)
      expect(pace.next()).toBe(256)
    })
  })
})

describe('pool', () => {
  describe('laneCount', () => {
    it('leaves one core to the page, but takes both of two, and never more than eight', () => {
      expect([1, 2, 3, 4, 5, 8, 9, 64].map(laneCount)).toEqual([1, 2, 2, 3, 4, 7, 8, 8])
    })

    it('takes two lanes where the number of cores is not told', () => {
      expect(laneCount(undefined)).toBe(2)
    })
  })

  describe('the pool', () => {
    it('is the page alone where there are no workers, and made when it is first asked for', () => {
      expect(typeof Worker).toBe('undefined')
      expect(isCold()).toBe(true)
      expect(pool(0)).toHaveLength(0)
      expect(pool()).toHaveLength(1)
      expect(isCold()).toBe(false)
    })

    it('has as many seats as the device gets lanes, and only those that were asked for until then', () => {
      vi.stubGlobal('Worker', FakeWorker)
      vi.stubGlobal('navigator', { hardwareConcurrency: 5 })
      expect(pool(2)).toHaveLength(2)
      const seats = pool()
      expect(seats).toHaveLength(4)
      expect(pool(1)).toBe(seats)
      expect(new Set(seats).size).toBe(4)
      vi.unstubAllGlobals()
    })
  })

  describe('detectTiers', () => {
    afterEach(() => {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    })

    it('finds four lanes in one register here, and ends with JavaScript', () => {
      expect(detectTiers()).toEqual(['rolled', 'scalar', 'javascript'])
    })

    it('leaves SIMD out where modules with vectors are not valid', () => {
      vi.spyOn(WebAssembly, 'validate').mockReturnValue(false)
      expect(detectTiers()).toEqual(['scalar', 'javascript'])
    })

    it('has nothing but JavaScript where there is no WebAssembly', () => {
      vi.stubGlobal('WebAssembly', undefined)
      expect(detectTiers()).toEqual(['javascript'])
    })
  })
})

describe('seat', () => {
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
})

describe('slownessDetector', () => {
  const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act)

  describe('slownessDetector', () => {
    it('tells a lane that runs below half its peers for a while', () => {
      const isSlow = slownessDetector()
      expect(times(19, () => isSlow(400, [1_000, 900, 1_100]))).not.toContain(true)
      expect(isSlow(400, [1_000, 900, 1_100])).toBe(true)
    })

    it('takes the middle one of the peers that were measured, in whatever order they come', () => {
      const [isSlow, isSlowBesideOne, isHalf] = [slownessDetector(), slownessDetector(), slownessDetector()]
      expect(times(20, () => isSlow(400, [1_000, 100, 900])).at(-1)).toBe(true)
      expect(times(20, () => isSlowBesideOne(400, [null, null, 1_000])).at(-1)).toBe(true)
      expect(times(30, () => isHalf(500, [1_000]))).not.toContain(true)
    })

    it('forgives a lane that catches up', () => {
      const isSlow = slownessDetector()
      times(19, () => isSlow(400, [1_000]))
      isSlow(600, [1_000])
      expect(isSlow(400, [1_000])).toBe(false)
    })

    it('says nothing of a lane without measured peers', () => {
      const isSlow = slownessDetector()
      expect(times(30, () => isSlow(1, [null]))).not.toContain(true)
      expect(times(30, () => isSlow(null, [1_000]))).not.toContain(true)
    })
  })
})
