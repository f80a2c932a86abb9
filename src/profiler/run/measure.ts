import { ATTEMPTS_MAX, DIFFICULTY_MAX } from '../../../contract/challenge.ts'
import type { Calibration, RunMeasures, SustainedLoad } from '../model/result.ts'
import type { TrialRange } from '../model/settings.ts'
import { median, sortedNumbers, sum } from '../stats/sample.ts'
import { percentileInterval } from '../stats/intervals.ts'
import { isClockCoarse } from '../summary/estimates.ts'
import { watchDeviceConditions } from './device.ts'
import type { RunOptions, TrialWorker } from './trials.ts'

/**
 * Milliseconds of one slice: long compared to a message, and shorter than a pause that anybody would notice. A coarse clock needs longer
 * slices.
 */
const SLICE_MS = 5
const CLOCK_STEPS = 20
const SLICE_MS_MAX = 50

/** A slice takes at least this many steps of the clock, however coarse that is. */
const CLOCK_STEPS_MIN = 2

const AT_THE_ENDS = 15

/** Between trials, slices take at most 1/SLICE_TIME_DIVISOR of the time, and there are at most SLICES_MAX of them. */
const SLICE_TIME_DIVISOR = 30
const SLICES_MAX = 10_000

const FIRST_ATTEMPTS = 512

/**
 * Measures the rate of the same search, which finds nothing, again and again. A slice ends with its slowest worker, so a core that is used
 * by something else is noticed at once.
 */
export async function openCalibrator(
  workers: readonly TrialWorker[],
  { key, clockResolution, signal }: { key: string; clockResolution: number; signal: AbortSignal },
) {
  const wanted = Math.max(
    Math.min(Math.max(SLICE_MS, clockResolution * CLOCK_STEPS), SLICE_MS_MAX),
    clockResolution * CLOCK_STEPS_MIN,
  )
  let attempts = FIRST_ATTEMPTS
  const slice = async () => {
    const startedAt = performance.now()
    const request = { key, difficulty: DIFFICULTY_MAX, from: 0, count: attempts }
    await Promise.all(workers.map((worker) => worker.search(request)))
    return performance.now() - startedAt
  }
  while ((await slice()) < wanted && attempts < ATTEMPTS_MAX / 2 && !signal.aborted) attempts *= 2

  const record: Calibration = { lanes: workers.length, attempts, start: [], between: [], end: [] }
  const rate = async () => {
    // If the clock did not move, the time counts as its smallest step, which gives the highest rate that can be claimed.
    const took = Math.max(await slice(), clockResolution, 0.001)
    return { took, attemptsPerSecond: (attempts * workers.length * 1000) / took }
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
    async between({ configuration: after, block }: TrialRange, isLast: boolean, at: number) {
      const must = isLast && block !== null
      if ((!must && at < nextAt) || record.between.length >= SLICES_MAX || signal.aborted) return
      const { took, attemptsPerSecond } = await rate()
      record.between.push({ at, attemptsPerSecond, after, block })
      nextAt = at + took * SLICE_TIME_DIVISOR
    },
  }
}

type Growth = {
  first: number
  /** Ranges double until one takes this many milliseconds, so that its message hardly matters. */
  long: number
}

/**
 * Searches range after range on one worker while `goesOn` returns true. It never finds anything, because no digest has 64 leading zeros.
 */
async function searchInVain(
  worker: TrialWorker,
  key: string,
  { first, long }: Growth,
  goesOn: (attempts: number, milliseconds: number) => boolean | Promise<boolean>,
): Promise<void> {
  let [from, count] = [0, first]
  for (let on = true; on;) {
    const startedAt = performance.now()
    await worker.search({ key, difficulty: DIFFICULTY_MAX, from, count })
    const took = performance.now() - startedAt
    on = await goesOn(count, took)
    from = (from + count) % (ATTEMPTS_MAX / 2)
    if (took < long && count < ATTEMPTS_MAX / 16) count *= 2
  }
}

export async function measureThroughput(
  workers: readonly TrialWorker[],
  { key, milliseconds }: { key: string; milliseconds: number },
  signal: AbortSignal,
): Promise<number> {
  const endsAt = performance.now() + milliseconds
  const rates = await Promise.all(
    workers.map(async (worker) => {
      let [attempts, startedAt, now] = [0, performance.now(), 0]
      // At least one range is searched, even if the page gets to this late: no range at all would give a rate of zero.
      await searchInVain(worker, key, { first: FIRST_ATTEMPTS, long: 5 }, (count) => {
        attempts += count
        now = performance.now()
        return now < endsAt && !signal.aborted
      })
      return (attempts / (now - startedAt)) * 1000
    }),
  )
  signal.throwIfAborted()
  return sum(rates)
}

/**
 * Each number of workers is measured this many times, for this many milliseconds each: six values are the least that give an interval for
 * a median.
 */
const SCALING_ROUNDS = 6
const SCALING_SLICE_MS = 50

/** With a coarse clock each slice takes this many of its steps, so that a step changes the rate by a tenth at most. */
const SCALING_CLOCK_STEPS = 10

export async function measureWorkerScaling(
  pools: readonly (readonly TrialWorker[])[],
  { key, clockResolution, signal }: { key: string; clockResolution: number; signal: AbortSignal },
): Promise<RunMeasures['scaling'][]> {
  const milliseconds = Math.max(SCALING_SLICE_MS, clockResolution * SCALING_CLOCK_STEPS)
  // The share by which a step of a coarse clock may change a rate.
  const error = isClockCoarse(clockResolution) ? clockResolution / milliseconds : 0
  const seen = pools.map((workers) => workers.map((): number[] => []))
  try {
    for (let round = 0; round < SCALING_ROUNDS; round++) {
      for (const [pool, workers] of pools.entries()) {
        for (let count = 1; count <= workers.length; count++) {
          signal.throwIfAborted()
          const some = workers.slice(0, count)
          const rate = await measureThroughput(some, { key, milliseconds }, signal)
          seen[pool]?.[count - 1]?.push(rate)
        }
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
    return pools.map(() => [])
  }
  return seen.map((counts) =>
    counts.map((rates, index) => ({
      lanes: index + 1,
      attemptsPerSecond: median(rates),
      interval: widened(percentileInterval(sortedNumbers(rates), 0.5), error),
    })),
  )
}

function widened(interval: readonly [number, number] | null, error: number): [number, number] | null {
  return interval && [interval[0] * (1 - error), interval[1] * (1 + error)]
}

const STEP_MS = 1_000

const SUSTAINED: Growth = { first: 4_096, long: 40 }

type SustainOptions = Pick<RunOptions, 'signal' | 'held' | 'rest' | 'sustaining'> & {
  key: string
  seconds: number
}

/**
 * Searches with all workers for this many seconds without finding anything. If it is stopped, it returns the steps that every worker has
 * finished.
 */
export async function measureSustainedLoad(
  workers: readonly TrialWorker[],
  { key, seconds, signal, held, rest, sustaining }: SustainOptions,
): Promise<SustainedLoad> {
  const steps = workers.map((): number[] => [])
  const finished = () => Math.min(...steps.map(({ length }) => length))

  async function load(worker: TrialWorker, own: number[], leads: boolean): Promise<void> {
    const filled = fill(own)
    await searchInVain(worker, key, SUSTAINED, async (attempts, took) => {
      filled(attempts, took)
      if (leads) await sustaining?.(finished())
      await rest?.()
      return own.length < seconds && !signal.aborted
    })
  }

  const { conditions } = await watchDeviceConditions(async () => {
    const loads = workers.map((worker, index) => load(worker, steps[index] ?? [], index === 0))
    await Promise.all(loads).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }, held)
  const whole = Math.min(finished(), seconds)
  return { seconds, step: STEP_MS, lanes: steps.map((own) => own.slice(0, whole)), ...conditions }
}

function fill(steps: number[]): (attempts: number, milliseconds: number) => void {
  let [inStep, elapsed] = [0, 0]
  return (attempts, milliseconds) => {
    let [left, time] = [attempts, milliseconds]
    while (elapsed + time >= STEP_MS) {
      const part = STEP_MS - elapsed
      const share = (left * part) / time
      steps.push(((inStep + share) * 1000) / STEP_MS)
      left -= share
      time -= part
      inStep = 0
      elapsed = 0
    }
    inStep += left
    elapsed += time
  }
}
