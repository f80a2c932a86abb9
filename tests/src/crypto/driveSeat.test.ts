import { afterEach, describe, expect, it, vi } from 'vitest'
import { driveSeat } from '../../../src/crypto/driveSeat.ts'
import type { Search } from '../../../src/crypto/driveSeat.ts'
import type { Lane } from '../../../src/crypto/lane.ts'
import { createPace } from '../../../src/crypto/pace.ts'
import { createProgress } from '../../../src/crypto/progress.ts'
import { createRanges } from '../../../src/crypto/ranges.ts'
import type { Seat } from '../../../src/crypto/seat.ts'

const KEY = 'x'.repeat(48)

/** Milliseconds that a message takes each way, and that the page takes for an answer: it answers one lane at a time. */
const MESSAGE = 0.05
const PAGE = 0.05

/** The first solution of a d = 5 search that needs as many attempts as they do on average. */
const SOLUTION = 16 ** 5

afterEach(() => {
  vi.restoreAllMocks()
})

/** A clock that stands still while code runs: it goes from one appointed moment to the next. */
function modelClock() {
  let now = 0
  const appointments: { at: number; keep: () => void }[] = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return {
    until: (at: number) => new Promise<void>((keep) => appointments.push({ at, keep })),
    async run(): Promise<void> {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        appointments.sort((one, other) => one.at - other.at)
        const next = appointments.shift()
        if (!next) return
        now = next.at
        next.keep()
      }
    },
  }
}

/** A search by lanes of these speeds (attempts per millisecond) in a model of time; gives each lane's share of it at work. */
async function sharesAtWork(rates: readonly number[], measured: boolean): Promise<number[]> {
  const over = new AbortController()
  const search: Search = {
    key: KEY,
    difficulty: 5,
    keyBytes: KEY.length,
    job: 1,
    ranges: createRanges(),
    progress: createProgress(undefined),
    paces: new Map(),
    busy: new Set(),
    over: over.signal,
  }
  const clock = modelClock()
  const startedAt = performance.now()
  let endsAt = Infinity
  let pageIsFreeAt = startedAt
  const work = rates.map((): [number, number][] => [])
  const seats = rates.map((rate, index): Seat => {
    const lane: Pick<Lane, 'search'> = {
      async search({ from, count }) {
        const hit = from <= SOLUTION && SOLUTION < from + count
        const begins = performance.now() + MESSAGE
        const ends = begins + (hit ? SOLUTION - from : count) / rate
        work[index]?.push([begins, ends])
        if (hit) endsAt = ends
        await clock.until(ends + MESSAGE)
        pageIsFreeAt = Math.max(performance.now(), pageIsFreeAt) + PAGE
        await clock.until(pageIsFreeAt)
        return hit ? SOLUTION : null
      },
    }
    const pace = createPace('rolled')
    if (measured) pace.measured(rate)
    return {
      lane: Promise.resolve(lane as Lane),
      equipment: Promise.resolve({ engine: 'rolled', keyBytes: KEY.length, pace }),
      replaced: 0,
      renewed: true,
    }
  })
  const found = Promise.any(seats.map((seat) => driveSeat(seat, search))).finally(() => over.abort())
  await clock.run()
  expect(await found).toBe(SOLUTION)
  return work.map((spans) => {
    const busy = spans.map(([begins, ends]) => Math.max(Math.min(ends, endsAt) - begins, 0))
    return busy.reduce((sum, time) => sum + time, 0) / (endsAt - startedAt)
  })
}

describe('lanes that search together', () => {
  it.each([
    { name: 'four equal ones', rates: Array.from({ length: 4 }, () => 4_000) },
    { name: 'eight equal ones', rates: Array.from({ length: 8 }, () => 4_000) },
    { name: "a phone's eight, half of them slow", rates: [3_000, 3_000, 3_000, 3_000, 900, 900, 900, 900] },
  ])('are at work for more than 95 %% of it, measured before or not: $name', async ({ rates }) => {
    for (const measured of [true, false]) {
      for (const share of await sharesAtWork(rates, measured)) expect(share).toBeGreaterThan(0.95)
    }
  })

  it('are at work for more than 95 % of it even where it lasts eight milliseconds, once they have been measured', async () => {
    const rates = Array.from({ length: 8 }, () => 17_000)
    for (const share of await sharesAtWork(rates, true)) expect(share).toBeGreaterThan(0.95)
  })
})
