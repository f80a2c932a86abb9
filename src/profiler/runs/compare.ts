import type { Result, Trial } from '../model/result.ts'
import { configurationsOf } from '../model/settings.ts'
import { mean, median } from '../stats/geometric.ts'
import { blockBootstrap, trimmedMean, welch } from '../stats/intervals.ts'
import { ksTwoSample } from '../stats/kolmogorov.ts'

/** Which of two is faster, if that can be told, and what it rests on. */
export type Speed = {
  /**
   * `turns`: both took turns in one run. `runs`: at least five runs of each, on two devices. `few`: neither, so nothing tells a
   * difference from a device that was slower for a while.
   */
  method: 'turns' | 'runs' | 'few'
  /** The left one's times divided by the right one's: above 1 the right one is faster. */
  ratio: number
  /** The ratio's 95 % interval; null for `few`. */
  interval: [number, number] | null
  /** How far the device itself is from being equal to itself: the ratio that the same calibration showed, 1 or more; null where nothing was calibrated. */
  noise: number | null
  /** Null where the difference cannot be told from none. */
  faster: 'left' | 'right' | null
}

/**
 * Judges a logarithm of ratios: both ends of its interval must lie beyond what the device differs from itself. Without an interval nothing
 * is told.
 */
export function speedOf(
  method: Speed['method'],
  { centre, interval }: { centre: number; interval: [number, number] | null },
  noise: number | null,
): Speed {
  const reach = noise ?? 0
  const [low, high] = interval ?? [-Infinity, Infinity]
  return {
    method,
    ratio: Math.exp(centre),
    interval: interval && [Math.exp(low), Math.exp(high)],
    noise: noise === null ? null : Math.exp(noise),
    faster: low > reach ? 'right' : high < -reach ? 'left' : null,
  }
}

/** Whether two runs are of one device and browser, as far as they tell. The tester's name for it tells two devices of one kind apart. */
export function isSameDevice({ environment: one }: Result, { environment: other }: Result): boolean {
  const names = ['label', 'runtime', 'userAgent', 'platform', 'cpu', 'cores', 'memory'] as const
  return names.every((name) => one[name] === other[name])
}

/** Whether both measured the same on one device: repetitions of each other. */
export function isRepetition(one: Result, other: Result): boolean {
  const names = ['engine', 'lanes', 'pool', 'range', 'trials'] as const
  return (
    isSameDevice(one, other) &&
    searchSameKeys(one, other) &&
    names.every((name) => one.settings[name] === other.settings[name])
  )
}

/** Whether the trials of the same number searched the same key. */
export function searchSameKeys({ settings: one }: Result, { settings: other }: Result): boolean {
  const names = ['seed', 'keyLength', 'difficulty'] as const
  return names.every((name) => one[name] === other[name])
}

/** One configuration of a run as a run of its own; 0 is the first. */
export function partOf(run: Result, configuration: number): Result {
  const settings = configurationsOf(run.settings)[configuration]
  const part = configuration === 0 ? run : run.others[configuration - 1]
  if (!settings || !part) throw new Error('A run has no such configuration')
  return { ...run, settings, trials: part.trials, summary: part.summary, others: [] }
}

/** Fewest runs of each that tell how much a device differs from itself from one run to the next. */
export const RUNS_MIN = 5

/** Trials below which a run has no typical time. */
const TRIALS_MIN = 20

/** Compares two groups of runs, each with the same settings on one device. Two runs of one device tell nothing: it has to take turns within a run. */
export function speedByRuns(left: readonly Result[], right: readonly Result[]): Speed | null {
  const [one, other] = [left[0], right[0]]
  if (!one || !other) return null
  const paired = searchSameKeys(one, other)
  const count = Math.min(...[...left, ...right].map(({ trials }) => trials.length))
  if (count < 1) return null
  // With the same keys, the same searches of all runs.
  const times = (runs: readonly Result[]) => runs.map((run) => typicalTime(run, paired ? count : Infinity))
  const [lefts, rights] = [times(left), times(right)]
  const logs = (some: typeof lefts) => some.map(({ log }) => log)
  const noise = noiseOf([...left, ...right])
  if (Math.min(left.length, right.length) < RUNS_MIN || isSameDevice(one, other) || count < TRIALS_MIN) {
    const centre = mean(logs(lefts)) - mean(logs(rights))
    return speedOf('few', { centre, interval: null }, noise)
  }
  // Other keys are easier or harder: the runs of a group share that luck, however many they are.
  const luck = paired ? 0 : mean(lefts.map((run) => run.luck)) + mean(rights.map((run) => run.luck))
  return speedOf('runs', welch(logs(lefts), logs(rights), luck), noise)
}

/** The logarithm of the time that a search of this run takes, and the variance that the luck of its keys gives it. */
function typicalTime({ trials }: Result, count: number): { log: number; luck: number } {
  const { mean, error } = trimmedMean(trials.slice(0, count).map(({ milliseconds }) => milliseconds + CLOCK))
  return { log: Math.log(mean), luck: (error / mean) ** 2 }
}

/** Milliseconds added to a time: a coarse clock may read zero. */
const CLOCK = 0.01

/** How much the same calibration typically changed from a run's start to its end, as the logarithm of a ratio; null where no run has both. */
function noiseOf(runs: readonly Result[]): number | null {
  const changes = runs.flatMap(({ conditions }) => {
    const { start, end } = conditions?.calibration ?? { start: [], end: [] }
    // No number where either is missing.
    const change = Math.abs(Math.log(median(start) / median(end)))
    return Number.isFinite(change) ? [change] : []
  })
  return changes.length > 0 ? median(changes) : null
}

/** Milliseconds added to the times of a block: a coarse clock may read zero. */

/**
 * Compares the first configuration of a run with the one numbered `other`. Both searched the same keys in neighbouring blocks, in
 * the order A B B A, so the luck of keys and a device that steadily slows down cancel out in each of these four.
 */
export function speedByTurns(run: Result, other: number): Speed {
  const right = run.others[other - 1]?.trials ?? []
  const ratios = abba(blockTimes(run.trials), blockTimes(right))
  const found = blockBootstrap(ratios)
  if (found) return speedOf('turns', found, calibrationNoise(run, other))
  return speedOf('few', { centre: ratios.length > 0 ? median(ratios) : 0, interval: null }, null)
}

/** The logarithm of left ÷ right for each A B B A: the mean of the two neighbouring blocks. Blocks that one of them lacks are left out. */
function abba(left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): number[] {
  const ratios = new Map<number, number>()
  for (const [block, time] of left) {
    const other = right.get(block)
    if (other !== undefined) ratios.set(block, Math.log(time / other))
  }
  return [...ratios].flatMap(([block, ratio]) => {
    const mirrored = block % 2 === 0 ? ratios.get(block + 1) : undefined
    return mirrored === undefined ? [] : [(ratio + mirrored) / 2]
  })
}

function blockTimes(trials: readonly Trial[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const { block, milliseconds } of trials) {
    if (block !== null) times.set(block, (times.get(block) ?? CLOCK) + milliseconds)
  }
  return times
}

/** How far the same calibration differs after the turns of both: what this run would have shown between two equal ones. */
function calibrationNoise({ conditions }: Result, other: number): number | null {
  const slices = conditions?.calibration?.between ?? []
  const timesAfter = (configuration: number) =>
    new Map(
      slices.flatMap(({ after, block, attemptsPerSecond }) =>
        after === configuration && block !== null && attemptsPerSecond > 0
          ? [[block, 1 / attemptsPerSecond] as const]
          : [],
      ),
    )
  const ratios = abba(timesAfter(0), timesAfter(other))
  return ratios.length > 0 ? Math.abs(trimmedMean(ratios).mean) : null
}

export type Comparison = {
  /** Null where the difficulties differ: such times are not comparable. */
  speed: Speed | null
  /** How many runs of either side it rests on. */
  runs: [left: number, right: number]
  /** How far the distributions of the solve times lie apart: the largest gap between the two distribution functions. */
  distance: number
  /** Trials of both that searched the same key, and how many found their solution in the same range; null where keys or ranges differ. */
  same: { compared: number; equal: number } | null
}

/** Two runs side by side, each together with its repetitions among all `kept` runs. */
export function compareRuns(left: Result, right: Result, kept: readonly Result[]): Comparison {
  const comparable = left.settings.difficulty === right.settings.difficulty
  const [lefts, rights] = [repetitionsOf(left, kept), repetitionsOf(right, kept)]
  return {
    speed: comparable ? speedByRuns(lefts, rights) : null,
    runs: [lefts.length, rights.length],
    ...answersOf(left, right),
  }
}

/** The run and its repetitions. One that was imported twice counts once: no two runs of a device have the same date. */
function repetitionsOf(run: Result, kept: readonly Result[]): Result[] {
  const found = new Map([[run.environment.date, run]])
  for (const one of kept) {
    const { date } = one.environment
    if (!found.has(date) && isRepetition(one, run)) found.set(date, one)
  }
  return [...found.values()]
}

/** The first configuration of a run beside another one of it, which took turns with it. */
export function compareTurns(run: Result, other: number): Comparison {
  return { speed: speedByTurns(run, other), runs: [1, 1], ...answersOf(partOf(run, 0), partOf(run, other)) }
}

function answersOf(left: Result, right: Result): Pick<Comparison, 'distance' | 'same'> {
  const pairs = searchSameKeys(left, right) ? pairsOf(left, right) : null
  return {
    distance: ksTwoSample(left.trials.map(timeOf), right.trials.map(timeOf)).distance,
    same:
      pairs && left.settings.range === right.settings.range
        ? {
            compared: pairs.length,
            equal: pairs.filter(([one, other]) => one.range?.from === other.range?.from).length,
          }
        : null,
  }
}

const timeOf = ({ milliseconds }: Trial) => milliseconds

/** Trials of both runs that searched the same key. With the same ranges their solutions must lie in the same ones, whatever the engine. */
function pairsOf(left: Result, right: Result): [Trial, Trial][] {
  const others = new Map(right.trials.map((trial) => [trial.index, trial]))
  return left.trials.flatMap((trial): [Trial, Trial][] => {
    const other = others.get(trial.index)
    return other ? [[trial, other]] : []
  })
}
