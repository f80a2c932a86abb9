import { ATTEMPTS_MAX } from '../../contract/challenge.ts'
import { RESULT_FORMAT_VERSION } from '../../src/profiler/model/result.ts'
import type {
  Calibration,
  RunEnvironment,
  RunMeasures,
  RunResult,
  Trial,
} from '../../src/profiler/model/result.ts'
import { allConfigurations, readSettingsLink, planTrialRanges } from '../../src/profiler/model/settings.ts'
import { createRandom } from '../../src/profiler/stats/sample.ts'
import { summariseTrials } from '../../src/profiler/summary/summarise.ts'

/** Normal numbers with mean 0 and deviation 1 from uniform ones: Box and Muller's transform. */
export function normalFrom(next: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

/** What a device does besides what is measured. Deviations are those of logarithms. */
export type DisturbanceLevels = {
  /** How much one run differs from the next. */
  between: number
  /** How much slower it becomes within ten seconds, as it heats up. */
  heating: number
  /** How much it wanders within a run, and for how many milliseconds it keeps to one course. */
  wandering: number
  course: number
  /** Bursts of other work a second; each doubles all times for some 40 milliseconds. */
  bursts: number
}

export const STILL: DisturbanceLevels = { between: 0, heating: 0, wandering: 0, course: 1_000, bursts: 0 }

/** As on a machine that others share: a run differs by 6 % from the next, and everything changes while it lasts. */
export const ROUGH: DisturbanceLevels = {
  between: 0.06,
  heating: 0.1,
  wandering: 0.08,
  course: 300,
  bursts: 1,
}

const STEP = 20

/** How many times longer everything takes, by the milliseconds since the run began. */
function simulateDevice(seed: number, disturbances: DisturbanceLevels): (at: number) => number {
  const next = createRandom(seed, 3, 50)
  const normal = normalFrom(next)
  const offset = disturbances.between * normal()
  const kept = Math.exp(-STEP / disturbances.course)
  const wander: number[] = []
  const burst: number[] = []
  let course = disturbances.wandering * normal()
  let busyUntil = 0
  return (at) => {
    const step = Math.floor(at / STEP)
    while (wander.length <= step) {
      course = course * kept + disturbances.wandering * Math.sqrt(1 - kept ** 2) * normal()
      if (next() < (disturbances.bursts * STEP) / 1000) busyUntil = wander.length + 2
      wander.push(course)
      burst.push(wander.length <= busyUntil ? Math.LN2 : 0)
    }
    return Math.exp(offset + (disturbances.heating * at) / 10_000 + (wander[step] ?? 0) + (burst[step] ?? 0))
  }
}

export type Simulated = {
  /** As a link writes it. */
  query: string
  seed: number
  /** What the device does meanwhile. */
  disturbances: DisturbanceLevels
  /** How much longer every configuration takes, the first one first; 1 where none is given. */
  factors?: readonly number[]
  /** The share of all solutions that the engine finds; 1 for a correct one. */
  finds?: number
  /** What the device is called. */
  label?: string
}

/** Attempts per second of a worker, and milliseconds that a search costs besides. */
export const RATE = 7e6
export const FIXED = 0.4

/** How much a single search varies, as the standard deviation of a logarithm. */
export const NOISE = 0.08

const CLOCK = 0.1

/** A run of a device that is only imagined: its keys are random, its clock coarse, and everything it does takes longer while it is disturbed. */
export function simulateRun({
  query,
  seed,
  disturbances,
  factors = [],
  finds = 1,
  label = '',
}: Simulated): RunResult {
  const settings = readSettingsLink(new URLSearchParams(query), 64).settings
  const slowness = simulateDevice(seed, disturbances)
  const luck = createRandom(settings.seed, 1, 50)
  const normal = normalFrom(createRandom(seed, 2, 50))
  const noise = (milliseconds: number, at: number) => milliseconds * slowness(at) * Math.exp(NOISE * normal())
  const miss = Math.log1p(-finds * 16 ** -settings.difficulty)
  const attempts = Array.from({ length: settings.trials }, () => Math.ceil(Math.log1p(-luck()) / miss))
  const configurations = allConfigurations(settings)
  const parts = configurations.map((): Trial[] => [])
  const calibration: Calibration = { lanes: 1, attempts: 35_000, start: [], between: [], end: [] }
  const slice = (at: number) => 35_000_000 / noise(5, at)
  for (let count = 0; count < 15; count++) calibration.start.push(slice(0))

  let at = 0
  for (const { configuration, block, from, to } of planTrialRanges(settings.trials, configurations.length)) {
    const { range, lanes } = configurations[configuration] ?? settings
    for (let index = from; index < to; index++) {
      const searched = Math.min(attempts[index] ?? 1, ATTEMPTS_MAX)
      const found = (attempts[index] ?? 1) <= ATTEMPTS_MAX
      const whole = Math.floor(searched / range) * range
      const time = noise((FIXED + (searched / RATE) * 1000) * (factors[configuration] ?? 1), at)
      const spent = noise((whole / RATE) * 1000, at)
      const firstRange = noise((range / RATE) * 1000 + FIXED, at)
      parts[configuration]?.push({
        index,
        startedAt: at,
        attempts: searched,
        milliseconds: Math.round(time / CLOCK) * CLOCK,
        lanes,
        counter: found ? searched - 1 : null,
        range: found ? { from: Math.floor((searched - 1) / range) * range, count: range } : null,
        firstRange,
        verified: found ? true : null,
        work: [[whole, spent]],
        block,
        steal: null,
      })
      at += time + 0.2
    }
    if (block !== null)
      calibration.between.push({ at, attemptsPerSecond: slice(at), after: configuration, block })
    if (block !== null) at += 5
  }
  for (let count = 0; count < 15; count++) calibration.end.push(slice(at))
  const [trials = [], ...others] = parts
  return {
    version: RESULT_FORMAT_VERSION,
    settings,
    environment: { ...ENVIRONMENT, label, date: new Date(seed).toISOString() },
    unmet: [],
    conditions: { wakeLock: 'absent', disturbances: [], calibration, steal: null },
    trials,
    summary: NOTHING,
    others: others.map((trials) => ({ trials, summary: NOTHING })),
  }
}

const ENVIRONMENT: RunEnvironment = {
  label: '',
  date: '2026-01-01T00:00:00.000Z',
  runtime: 'node',
  browser: null,
  userAgent: '',
  platform: '',
  model: null,
  cpu: null,
  cores: 2,
  memory: null,
  clockResolution: CLOCK,
  crossOriginIsolated: false,
  versions: {},
}

/** Nothing but the measures: whoever needs more summarises the trials. */
export const UNMEASURED: RunMeasures = {
  startup: { pool: null, worker: null, compile: null, engine: null },
  scaling: [],
  busy: false,
  longTasks: null,
}
const NOTHING = summariseTrials(readSettingsLink(new URLSearchParams(), 1).settings, [], UNMEASURED)
