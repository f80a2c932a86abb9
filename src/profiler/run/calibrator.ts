import { MAX_ATTEMPTS, MAX_DIFFICULTY } from '../../../contract/challenge.ts'
import type { Calibration } from '../model/Conditions.ts'
import type { SearchLane } from './openLane.ts'

/** Milliseconds of one slice: long beside a message, short beside a pause that anyone would feel. A coarse clock needs longer ones. */
const SLICE = 5
const CLOCK_STEPS = 20
const SLICE_MAX = 50

/** Slices at the start and at the end of a run: their medians tell how much slower or faster the device has become. */
const AT_THE_ENDS = 15

/** Between trials slices take this part of the time at most, and there are so many at most. */
const PARTS = 30
const SLICES_MAX = 10_000

/** Attempts of a first try; they double until a slice takes long enough. */
const FIRST = 512

type Options = { key: string; clockResolution: number; signal: AbortSignal }
export type Calibrator = Awaited<ReturnType<typeof openCalibrator>>

/**
 * The same search in vain on the same lanes, at the start, between trials and at the end. Every lane searches as much, and a
 * slice ends with the last of them, so a core that something else takes shows at once.
 */
export async function openCalibrator(
  lanes: readonly SearchLane[],
  { key, clockResolution, signal }: Options,
) {
  const wanted = Math.min(Math.max(SLICE, clockResolution * CLOCK_STEPS), SLICE_MAX)
  let attempts = FIRST
  const slice = async () => {
    const startedAt = performance.now()
    const request = { key, difficulty: MAX_DIFFICULTY, from: 0, count: attempts }
    await Promise.all(lanes.map((lane) => lane.search(request)))
    return performance.now() - startedAt
  }
  while ((await slice()) < wanted && attempts < MAX_ATTEMPTS / 2 && !signal.aborted) attempts *= 2

  const record: Calibration = { lanes: lanes.length, attempts, start: [], between: [], end: [] }
  const rate = async () => {
    // A clock that stood still tells the rate of its smallest step at best.
    const took = Math.max(await slice(), clockResolution, 0.001)
    return { took, attemptsPerSecond: (attempts * lanes.length * 1000) / took }
  }
  const several = async (into: number[]) => {
    for (let count = 0; count < AT_THE_ENDS && !signal.aborted; count++) {
      into.push((await rate()).attemptsPerSecond)
    }
  }
  let nextAt = 0
  return {
    record,
    start: () => several(record.start),
    end: () => several(record.end),
    /** Takes a slice if it is time for one, or `must` be. */
    async between(
      at: number,
      { after, block, must }: { after: number; block: number | null; must: boolean },
    ) {
      if ((!must && at < nextAt) || record.between.length >= SLICES_MAX || signal.aborted) return
      const { took, attemptsPerSecond } = await rate()
      record.between.push({ at, attemptsPerSecond, after, block })
      nextAt = at + took * PARTS
    },
  }
}
