import { describe, expect, it } from 'vitest'
import { compareSpeedOfRuns, compareSpeedOfConfigurations } from '../../src/profiler/runs/compare.ts'
import {
  attemptsPercentile,
  expectedAttempts,
  mean,
  percentile,
  createRandom,
  sortedNumbers,
} from '../../src/profiler/stats/sample.ts'
import { percentileInterval } from '../../src/profiler/stats/intervals.ts'
import { sustainedFigures } from '../../src/profiler/sustained/sustained.ts'
import { measureAgreement } from '../../src/profiler/summary/estimates.ts'
import { summariseTrials } from '../../src/profiler/summary/summarise.ts'
import { FIXED, NOISE, RATE, ROUGH, STILL, normalFrom, simulateRun } from './simulateRun.ts'

/** What an experiment found out about each claim that it is about; null where the claim says that it cannot tell. */
type Outcome = Record<string, boolean | null>

type Claim = {
  name: string
  /** The share of experiments in which it must hold. */
  least: number
  most: number
}

/** Claims that are tested by the same simulated experiment, which follows from its seed alone; a thousand times, or as often as shows a fault. */
type Experiment = { claims: readonly Claim[]; count?: number; of: (seed: number) => Outcome }

/** A 95 % interval covers the truth about as often as it says. */
const covers = (name: string): Claim => ({ name, least: 0.93, most: 0.97 })
const atMost = (name: string, most: number): Claim => ({ name, least: 0, most })
const atLeast = (name: string, least: number): Claim => ({ name, least, most: 1 })

const DIFFICULTY = 4
const LEVELS = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const

/** Every interval of a run's figures, for a device that does nothing else. */
const figures: Experiment = {
  claims: [
    ...['mean', ...Object.keys(LEVELS)].flatMap((name) => [`time, ${name}`, `attempts, ${name}`]),
    'first range, median',
    'rate of the ranges',
    'rate of a worker',
    'perceived rate',
    'line, fixed time',
    'line, rate',
  ].map((name) => covers(name)),
  of(seed) {
    const { settings, trials, summary } = simulateRun({
      query: `difficulty=${DIFFICULTY}&trials=1000&lanes=1&range=8192&seed=${seed}`,
      seed,
      disturbances: STILL,
    })
    const made = summariseTrials(settings, trials, summary)
    const truth = truths()
    const outcome: Outcome = {
      'first range, median': holds(made.firstRangeInterval, FIXED + (8192 / RATE) * 1000),
      'rate of the ranges': holds(made.attemptsPerSecond.interval, RATE / SKEW),
      'rate of a worker': holds(made.attemptsPerSecond.laneIntervals[0] ?? null, RATE / SKEW),
      'perceived rate': holds(made.felt?.interval ?? null, truth.perceived),
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

function holds(interval: readonly [number, number] | null, truth: number): boolean | null {
  return interval && interval[0] <= truth && truth <= interval[1]
}

/** The mean of the noise, whose median is 1. */
const SKEW = Math.exp(NOISE ** 2 / 2)

/** Searches of which the true percentiles of the times are taken. */
const MANY = 1_000_000

type Truths = Record<'times' | 'attempts', Record<'mean' | keyof typeof LEVELS, number>> & {
  perceived: number
}
let known: Truths | undefined

function truths(): Truths {
  if (known) return known
  const next = createRandom(1, 1, 60)
  const normal = normalFrom(next)
  const times = sortedNumbers(
    Array.from({ length: MANY }, () => {
      const attempts = Math.ceil(attemptsPercentile(DIFFICULTY, next()))
      return (FIXED + (attempts / RATE) * 1000) * Math.exp(NOISE * normal())
    }),
  )
  const attempts = expectedAttempts(DIFFICULTY)
  const meanTime = (FIXED + (attempts / RATE) * 1000) * SKEW
  known = {
    times: { ...levels((p) => percentile(times, p)), mean: meanTime },
    attempts: { ...levels((p) => attemptsPercentile(DIFFICULTY, p)), mean: attempts },
    perceived: (attempts / meanTime) * 1000,
  }
  if (Math.abs(mean(times) / meanTime - 1) > 0.01) throw new Error('The simulation is not what it says')
  return known
}

function levels(of: (p: number) => number): Record<keyof typeof LEVELS, number> {
  return { p50: of(LEVELS.p50), p90: of(LEVELS.p90), p95: of(LEVELS.p95), p99: of(LEVELS.p99) }
}

/** How fast the device is with a number of workers, which is measured in six rounds. */
const scaling: Experiment = {
  claims: [covers('scaling, median of six rounds')],
  of(seed) {
    const normal = normalFrom(createRandom(seed, 1, 70))
    const rounds = Array.from({ length: 6 }, () => 14e6 * Math.exp(0.1 * normal()))
    return { 'scaling, median of six rounds': holds(percentileInterval(sortedNumbers(rounds), 0.5), 14e6) }
  },
}

const MINUTES_S = 300
/** How much a device wanders about its usual rate, and how much single seconds differ besides, as deviations of logarithms. */
const WANDERING = 0.05
const SECOND_NOISE = 0.01

/** What is said of minutes at full load on a device that wanders, whose rate changes at the 90th second and which keeps to one course for `course` seconds. */
function fullLoad(seed: number, course: number, ratio: number) {
  const normal = normalFrom(createRandom(seed, 1, 80))
  const kept = Math.exp(-1 / course)
  let wander = WANDERING * normal()
  const rates = Array.from({ length: MINUTES_S }, (_, second) => {
    wander = wander * kept + WANDERING * Math.sqrt(1 - kept ** 2) * normal()
    return RATE * (second < 90 ? 1 : ratio) * Math.exp(wander + SECOND_NOISE * normal())
  })
  return sustainedFigures({
    seconds: MINUTES_S,
    step: 1_000,
    lanes: [rates],
    wakeLock: 'held',
    disturbances: [],
  })
}

const COURSES = [1, 3, 10, 30] as const

/** Minutes at full load on a device that nothing slows down, and on one that is throttled to 65 %. */
const minutes: Experiment = {
  claims: [
    ...COURSES.flatMap((course) => [
      atLeast(`full load, wandering for ${course} s, change of none`, 0.93),
      atMost(`full load, wandering for ${course} s, called slower or faster`, 0.05),
    ]),
    atLeast('full load, throttled to 65 %, change', 0.93),
    atLeast('full load, throttled to 65 %, called slower', 0.75),
  ],
  of(seed) {
    const outcome: Outcome = {}
    for (const course of COURSES) {
      const { change, course: told } = fullLoad(seed, course, 1)
      const name = `full load, wandering for ${course} s`
      outcome[`${name}, change of none`] = holds(change?.interval ?? null, 0)
      outcome[`${name}, called slower or faster`] = told === 'slower' || told === 'faster'
    }
    const throttled = fullLoad(seed, 10, 0.65)
    outcome['full load, throttled to 65 %, change'] = holds(throttled.change?.interval ?? null, -0.35)
    outcome['full load, throttled to 65 %, called slower'] = throttled.course === 'slower'
    return outcome
  },
}

/** Two configurations that take turns with the default number of trials, on a device that drifts. */
function turns(ratio: number, seed: number) {
  return compareSpeedOfConfigurations(
    simulateRun({
      query: `difficulty=4&trials=1000&lanes=1&seed=${seed}&against=same`,
      seed,
      disturbances: ROUGH,
      factors: [ratio, 1],
    }),
    1,
  )
}

const byTurns: Experiment = {
  count: 400,
  claims: [
    covers('by turns, ratio of equal ones'),
    atMost('by turns, equal ones called different', 0.06),
    covers('by turns, ratio of 1.10'),
    atLeast('by turns, 1.10 × found, on the right side', 0.9),
  ],
  of(seed) {
    const [equal, different] = [turns(1, seed), turns(1.1, seed)]
    return {
      'by turns, ratio of equal ones': holds(equal.interval, 1),
      'by turns, equal ones called different': equal.faster !== null,
      'by turns, ratio of 1.10': holds(different.interval, 1.1),
      'by turns, 1.10 × found, on the right side': different.faster === 'right',
    }
  },
}

/** Five runs on each of two devices; from run to run each device differs from itself by 6 %. */
function runs(ratio: number, seed: number, keys: readonly [number, number]) {
  const five = (device: number, factor: number) =>
    Array.from({ length: 5 }, (_, run) =>
      simulateRun({
        query: `difficulty=4&trials=200&lanes=1&seed=${keys[device]}`,
        seed: seed + device * 5 + run,
        disturbances: ROUGH,
        factors: [factor],
        label: `device ${device}`,
      }),
    )
  return compareSpeedOfRuns(five(0, ratio), five(1, 1))
}

const fiveRuns: Experiment = {
  claims: [
    covers('five runs each, ratio of equal ones'),
    atMost('five runs each, equal ones called different', 0.06),
    covers('five runs each, ratio of 1.30'),
    atLeast('five runs each, 1.30 × found, on the right side', 0.75),
    atMost('five runs each with other keys, equal ones called different', 0.06),
  ],
  of(seed) {
    const equal = runs(1, seed, [seed, seed])
    const different = runs(1.3, seed, [seed, seed])
    const otherKeys = runs(1, seed, [seed, seed + 1])
    return {
      'five runs each, ratio of equal ones': holds(equal?.interval ?? null, 1),
      'five runs each, equal ones called different': equal?.faster !== null,
      'five runs each, ratio of 1.30': holds(different?.interval ?? null, 1.3),
      'five runs each, 1.30 × found, on the right side': different?.faster === 'right',
      'five runs each with other keys, equal ones called different': otherKeys?.faster !== null,
    }
  },
}

/** What the check of correctness says of an engine that finds this share of all solutions. */
function verdictOf(query: string, seed: number, finds: number) {
  const { settings, trials } = simulateRun({
    query: `${query}&lanes=1&seed=${seed}`,
    seed,
    disturbances: STILL,
    finds,
  })
  return measureAgreement(settings, trials).verdict
}

const EASY = 'difficulty=1&trials=1000'
const USUAL = 'difficulty=4&trials=1000'

const verdicts: Experiment = {
  count: 500,
  claims: [
    atMost('difficulty 1, right engine doubted', 0.02),
    atMost('difficulty 4, right engine doubted', 0.02),
    atLeast('difficulty 1, half the success rate called out', 0.9),
    atLeast('difficulty 4, 0.80 of the success rate called out', 0.85),
    atMost('wide ranges: a verdict on what cannot be seen', 0.005),
  ],
  of(seed) {
    const found = (verdict: string) => verdict === 'disagrees'
    const doubted = (verdict: string) => found(verdict) || verdict === 'doubtful'
    return {
      'difficulty 1, right engine doubted': doubted(verdictOf(EASY, seed, 1)),
      'difficulty 4, right engine doubted': doubted(verdictOf(USUAL, seed, 1)),
      'difficulty 1, half the success rate called out': found(verdictOf(EASY, seed, 0.5)),
      'difficulty 4, 0.80 of the success rate called out': found(verdictOf(USUAL, seed, 0.8)),
      'wide ranges: a verdict on what cannot be seen': verdictOf(`${EASY}&range=256`, seed, 0.5) !== 'few',
    }
  },
}

/** Everything that a run says in figures or words and that could be false. */
const EXPERIMENTS: readonly Experiment[] = [figures, scaling, minutes, byTurns, fiveRuns, verdicts]

type Judged = Claim & {
  /** Experiments in which the claim was made at all. */
  made: number
  /** The share of these in which it held. */
  share: number
}

/** The purpose of the random numbers that become the experiments' seeds. */
const SEEDS = 99

/** Simulates `count` experiments. The same number always gives the same outcome. */
function judge({ claims, of }: Experiment, count: number): Judged[] {
  const outcomes = Array.from({ length: count }, (_, index) =>
    of(Math.floor(createRandom(index, 1, SEEDS)() * 2 ** 31)),
  )
  return claims.map((claim) => {
    const made = outcomes.flatMap((outcome) => outcome[claim.name] ?? [])
    return { ...claim, made: made.length, share: made.filter(Boolean).length / made.length }
  })
}

describe.each(EXPERIMENTS)('simulated experiments about $claims.0.name and the like', (experiment) => {
  it('the claims about a simulated experiment hold about as often as they say', () => {
    const { count = 1000 } = experiment
    const wrong = judge(experiment, count).filter(
      ({ made, share, least, most }) => made !== count || share < least || share > most,
    )
    expect(wrong).toEqual([])
  })
})
