import type { RunResult, Trial } from '../model/result.ts'
import { CONFIGURATION_FIELDS, COMPARED_RUNS_MIN, allConfigurations } from '../model/settings.ts'
import { mean, median, medianOrNull } from '../stats/sample.ts'
import { blockBootstrap, trimmedMean, welchDifference } from '../stats/intervals.ts'
import type { Estimate } from '../stats/intervals.ts'
import { calibrationChange } from '../summary/summarise.ts'

export type SpeedComparison = {
  /**
   * `turns`: both took turns in one run. `runs`: there are five or more runs of each, on two devices. `few`: neither is true, so the
   * difference may be due to the device.
   */
  method: 'turns' | 'runs' | 'few'
  /** The left times divided by the right ones: above 1, the right one is faster. */
  ratio: number
  interval: [number, number] | null
  /** The ratio by which the same calibration differed on this device, 1 or more; null if nothing was calibrated. */
  noise: number | null
  faster: 'left' | 'right' | null
}

/** Judges the logarithm of a ratio: both ends of its interval must be beyond the noise of the device itself. */
export function judgeSpeed(
  method: SpeedComparison['method'],
  { value, interval }: Estimate,
  noise: number | null,
): SpeedComparison {
  const reach = noise ?? 0
  const [low, high] = interval ?? [-Infinity, Infinity]
  return {
    method,
    ratio: Math.exp(value),
    interval: interval && [Math.exp(low), Math.exp(high)],
    noise: noise === null ? null : Math.exp(noise),
    faster: low > reach ? 'right' : high < -reach ? 'left' : null,
  }
}

/**
 * Returns whether two runs are of the same device and browser, as far as these reveal it. The tester's label distinguishes two devices of
 * the same kind.
 */
function isSameDevice({ environment: one }: RunResult, { environment: other }: RunResult): boolean {
  return equalIn(['label', 'runtime', 'userAgent', 'platform', 'cpu', 'cores', 'memory'], one, other)
}

function equalIn<T>(names: readonly (keyof T)[], one: T, other: T): boolean {
  return names.every((name) => one[name] === other[name])
}

function isRepetition(one: RunResult, other: RunResult): boolean {
  return (
    isSameDevice(one, other) &&
    searchSameKeys(one, other) &&
    equalIn([...CONFIGURATION_FIELDS, 'trials'], one.settings, other.settings)
  )
}

function searchSameKeys({ settings: one }: RunResult, { settings: other }: RunResult): boolean {
  return equalIn(['seed', 'keyLength', 'difficulty'], one, other)
}

export function selectConfiguration(run: RunResult, configuration: number): RunResult {
  const settings = allConfigurations(run.settings)[configuration]
  const part = configuration === 0 ? run : run.others[configuration - 1]
  if (!settings || !part) throw new Error('A run has no such configuration')
  return { ...run, settings, trials: part.trials, summary: part.summary, others: [] }
}

const TRIALS_MIN = 20

/**
 * Compares two groups of runs, each with the same settings on one device. Two separate runs on the same device show nothing: their
 * configurations must take turns in one run.
 */
export function compareSpeedOfRuns(
  left: readonly RunResult[],
  right: readonly RunResult[],
): SpeedComparison | null {
  const [one, other] = [left[0], right[0]]
  if (!one || !other) return null
  const paired = searchSameKeys(one, other)
  const count = Math.min(...[...left, ...right].map(({ trials }) => trials.length))
  if (count < 1) return null
  // If the keys are the same, only the searches that all runs have are compared.
  const times = (runs: readonly RunResult[]) => runs.map((run) => typicalTime(run, paired ? count : Infinity))
  const [lefts, rights] = [times(left), times(right)]
  const logs = (some: typeof lefts) => some.map(({ log }) => log)
  const noise = calibrationNoiseOfRuns([...left, ...right])
  if (
    Math.min(left.length, right.length) < COMPARED_RUNS_MIN ||
    isSameDevice(one, other) ||
    count < TRIALS_MIN
  ) {
    return judgeSpeed('few', { value: mean(logs(lefts)) - mean(logs(rights)), interval: null }, noise)
  }
  // If the keys differ, some are easier than others. The runs of a group share this difference, however many they are.
  const keyVariance = paired
    ? 0
    : mean(lefts.map((run) => run.keyVariance)) + mean(rights.map((run) => run.keyVariance))
  return judgeSpeed('runs', welchDifference(logs(lefts), logs(rights), keyVariance), noise)
}

function typicalTime({ trials }: RunResult, count: number): { log: number; keyVariance: number } {
  const { mean, error } = trimmedMean(
    trials.slice(0, count).map(({ milliseconds }) => milliseconds + COARSE_CLOCK_MS),
  )
  return { log: Math.log(mean), keyVariance: (error / mean) ** 2 }
}

/** Milliseconds that are added to every time, because a coarse clock may read zero. */
const COARSE_CLOCK_MS = 0.01

function calibrationNoiseOfRuns(runs: readonly RunResult[]): number | null {
  return medianOrNull(
    runs.map(({ conditions }) => {
      const change = calibrationChange(conditions)
      return change !== null && change > -1 ? Math.abs(Math.log1p(change)) : null
    }),
  )
}

/**
 * Compares the first configuration of a run with the one numbered `other`. The difference between keys and a steady slowdown cancel out in each A
 * B B A.
 */
export function compareSpeedOfConfigurations(run: RunResult, other: number): SpeedComparison {
  const right = run.others[other - 1]?.trials ?? []
  const ratios = abba(blockTimes(run.trials), blockTimes(right))
  const found = blockBootstrap(ratios)
  if (found) return judgeSpeed('turns', found, calibrationNoise(run, other))
  return judgeSpeed('few', { value: ratios.length > 0 ? median(ratios) : 0, interval: null }, null)
}

/** Returns the logarithm of left ÷ right for each A B B A: the mean of two neighbouring blocks. Blocks that one side lacks are left out. */
function abba(left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): number[] {
  const ratioOf = (block: number) =>
    Math.log((left.get(block) ?? Number.NaN) / (right.get(block) ?? Number.NaN))
  const firsts = [...left.keys()].filter((block) => block % 2 === 0)
  const ratios = firsts.map((block) => (ratioOf(block) + ratioOf(block + 1)) / 2)
  return ratios.filter((ratio) => !Number.isNaN(ratio))
}

function blockTimes(trials: readonly Trial[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const { block, milliseconds } of trials) {
    if (block !== null) times.set(block, (times.get(block) ?? COARSE_CLOCK_MS) + milliseconds)
  }
  return times
}

/**
 * Returns how far the same calibration differs after the turns of each side: the difference that this run would have shown between two
 * equal ones.
 */
function calibrationNoise({ conditions }: RunResult, other: number): number | null {
  const slices = conditions?.calibration?.between ?? []
  const timesAfter = (configuration: number) => {
    const own = slices.filter((slice) => slice.after === configuration && slice.attemptsPerSecond > 0)
    return new Map(own.map(({ block, attemptsPerSecond }) => [block ?? Number.NaN, 1 / attemptsPerSecond]))
  }
  const ratios = abba(timesAfter(0), timesAfter(other))
  return ratios.length > 0 ? Math.abs(trimmedMean(ratios).mean) : null
}

export type RunComparison = {
  /** Null if the difficulties differ, because such times are not comparable. */
  speed: SpeedComparison | null
  runs: [left: number, right: number] | null
  sameDevice: boolean
  /** Number of keys that both searched, and how many solutions were found in the same range; null if keys or ranges differ. */
  same: { compared: number; equal: number } | null
}

export function compareRuns(left: RunResult, right: RunResult, kept: readonly RunResult[]): RunComparison {
  const comparable = left.settings.difficulty === right.settings.difficulty
  const [lefts, rights] = [findRepetitions(left, kept), findRepetitions(right, kept)]
  return {
    speed: comparable ? compareSpeedOfRuns(lefts, rights) : null,
    runs: [lefts.length, rights.length],
    sameDevice: isSameDevice(left, right),
    same: sameAnswers(left, right),
  }
}

/** Returns the run and its repetitions. A run that was imported twice counts once: no two runs of a device have the same date. */
export function findRepetitions(run: RunResult, kept: readonly RunResult[]): RunResult[] {
  const found = new Map([[run.environment.date, run]])
  for (const one of kept) {
    const { date } = one.environment
    if (!found.has(date) && isRepetition(one, run)) found.set(date, one)
  }
  return [...found.values()]
}

export function compareTurns(run: RunResult, other: number): RunComparison {
  return {
    speed: compareSpeedOfConfigurations(run, other),
    runs: null,
    sameDevice: true,
    same: sameAnswers(selectConfiguration(run, 0), selectConfiguration(run, other)),
  }
}

function sameAnswers(left: RunResult, right: RunResult): RunComparison['same'] {
  if (!searchSameKeys(left, right) || left.settings.range !== right.settings.range) return null
  const others = new Map(right.trials.map((trial) => [trial.index, trial]))
  const both = left.trials.filter(({ index }) => others.has(index))
  const equal = both.filter(({ index, range }) => range?.from === others.get(index)?.range?.from)
  return { compared: both.length, equal: equal.length }
}
