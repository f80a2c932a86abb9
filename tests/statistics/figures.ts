import { random } from '../../src/profiler/stats/descriptive.ts'
import { attemptsAt, expectedAttempts, mean, percentile, sorted } from '../../src/profiler/stats/geometric.ts'
import { summarise } from '../../src/profiler/summary/summarise.ts'
import { covers } from './Claim.ts'
import type { Experiment, Outcome } from './Claim.ts'
import { normalFrom } from './normalFrom.ts'
import { STILL } from './simulateDevice.ts'
import { FIXED, NOISE, RATE, simulateRun } from './simulateRun.ts'

const DIFFICULTY = 4
const LEVELS = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const

/** Every interval of a run's figures, for a device that does nothing else. */
export const figures: Experiment = {
  claims: [
    ...['mean', ...Object.keys(LEVELS)].flatMap((name) => [`time, ${name}`, `attempts, ${name}`]),
    'first range, median',
    'rate of the ranges',
    'rate of a lane',
    'rate as felt',
    'line, fixed time',
    'line, rate',
  ].map((name) => covers(name)),
  of(seed) {
    const { settings, trials, summary } = simulateRun({
      query: `difficulty=${DIFFICULTY}&trials=1000&lanes=1&range=8192&seed=${seed}`,
      seed,
      weather: STILL,
    })
    const made = summarise(settings, trials, summary)
    const truth = truths()
    const outcome: Outcome = {
      'first range, median': holds(made.firstRangeInterval, FIXED + (8192 / RATE) * 1000),
      'rate of the ranges': holds(made.attemptsPerSecond.interval, RATE / SKEW),
      'rate of a lane': holds(made.attemptsPerSecond.laneIntervals[0] ?? null, RATE / SKEW),
      'rate as felt': holds(made.felt?.interval ?? null, truth.felt),
      'line, fixed time': holds(made.fit?.intervals?.fixed ?? null, FIXED),
      'line, rate': holds(made.fit?.intervals?.attemptsPerSecond ?? null, RATE),
    }
    for (const name of ['mean', 'p50', 'p90', 'p95', 'p99'] as const) {
      outcome[`time, ${name}`] = holds(made.milliseconds?.intervals?.[name] ?? null, truth.times[name])
      outcome[`attempts, ${name}`] = holds(made.attempts?.intervals?.[name] ?? null, truth.attempts[name])
    }
    return outcome
  },
}

export function holds(interval: readonly [number, number] | null, truth: number): boolean | null {
  return interval && interval[0] <= truth && truth <= interval[1]
}

/** The mean of the noise, whose median is 1. */
const SKEW = Math.exp(NOISE ** 2 / 2)

/** Searches of which the true percentiles of the times are taken. */
const MANY = 1_000_000

type Truths = Record<'times' | 'attempts', Record<'mean' | keyof typeof LEVELS, number>> & { felt: number }
let known: Truths | undefined

function truths(): Truths {
  if (known) return known
  const next = random(1, 1, 60)
  const normal = normalFrom(next)
  const times = sorted(
    Array.from({ length: MANY }, () => {
      const attempts = Math.ceil(attemptsAt(DIFFICULTY, next()))
      return (FIXED + (attempts / RATE) * 1000) * Math.exp(NOISE * normal())
    }),
  )
  const attempts = expectedAttempts(DIFFICULTY)
  const meanTime = (FIXED + (attempts / RATE) * 1000) * SKEW
  known = {
    times: { ...levels((p) => percentile(times, p)), mean: meanTime },
    attempts: { ...levels((p) => attemptsAt(DIFFICULTY, p)), mean: attempts },
    felt: (attempts / meanTime) * 1000,
  }
  if (Math.abs(mean(times) / meanTime - 1) > 0.01) throw new Error('The simulation is not what it says')
  return known
}

function levels(of: (p: number) => number): Record<keyof typeof LEVELS, number> {
  return { p50: of(LEVELS.p50), p90: of(LEVELS.p90), p95: of(LEVELS.p95), p99: of(LEVELS.p99) }
}
