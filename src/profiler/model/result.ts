import * as v from 'valibot'
import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { AGAINST_MAX, LIMITS, Settings, ADJUSTED_MAX, AdjustedSetting } from './settings.ts'

/** Longest accepted duration: a day, in milliseconds. No search and no start takes longer. */
const DURATION_MAX = 86_400_000

/** Largest accepted timestamp: a month, in milliseconds. No run takes longer. */
const TIMESTAMP_MAX = 2_592_000_000

/** Highest accepted rate, in attempts per second: thousands of times that of the fastest processor. */
const RATE_MAX = 1e13

export const figure = v.pipe(v.number(), v.finite(), v.minValue(0))
export const count = v.pipe(figure, v.integer())
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

export const duration = v.pipe(figure, v.maxValue(DURATION_MAX))

/** Milliseconds since the run's first trial; negative for anything before it. */
export const timestamp = v.pipe(v.number(), v.minValue(-TIMESTAMP_MAX), v.maxValue(TIMESTAMP_MAX))

export const rate = v.pipe(figure, v.maxValue(RATE_MAX))

export const words = v.pipe(v.string(), v.maxLength(500))

const list = <S extends v.GenericSchema>(schema: S, most: number) =>
  v.pipe(v.array(schema), v.maxLength(most))

const orNull = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null)

const Interval = v.tuple([figure, figure])

const SignedInterval = v.tuple([v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite())])

/**
 * `hidden`: the page was not visible. `frozen`: none of the page's code ran. `clock`: the device's clock was changed, or the device slept.
 */
export const Disturbance = v.object({
  kind: v.picklist(['hidden', 'frozen', 'clock']),
  at: timestamp,
  /** Duration of the disturbance; for `clock`, by how much the clock jumped. */
  milliseconds: timestamp,
})
export type Disturbance = v.InferOutput<typeof Disturbance>

/**
 * The rate of the same search, which finds nothing, measured repeatedly: it changes only if the device does. Rates are attempts per second
 * of all workers together.
 */
export const Calibration = v.object({
  lanes: count,
  attempts: count,
  start: list(rate, 100),
  between: list(
    v.object({ at: timestamp, attemptsPerSecond: rate, after: count, block: orNull(count) }),
    20_000,
  ),
  end: list(rate, 100),
})
export type Calibration = v.InferOutput<typeof Calibration>

export const Conditions = v.object({
  wakeLock: v.picklist(['held', 'lost', 'refused', 'absent']),
  disturbances: list(Disturbance, 1_000),
  calibration: v.nullable(Calibration),
  steal: v.nullable(share),
})
export type Conditions = v.InferOutput<typeof Conditions>

export const Sustained = v.object({
  seconds: v.pipe(count, v.maxValue(LIMITS.sustain.max)),
  step: duration,
  /** Attempts per second of each worker in each step. Only time in which the worker searched counts: pauses are left out. */
  lanes: list(list(rate, LIMITS.sustain.max), 64),
  ...v.pick(Conditions, ['wakeLock', 'disturbances']).entries,
})
export type Sustained = v.InferOutput<typeof Sustained>

/** A figure is `null` if it would depend on searches without an answer, or if the sample is too small for an interval. */
const Distribution = v.object({
  mean: v.nullable(figure),
  p50: v.nullable(figure),
  p90: v.nullable(figure),
  p95: orNull(figure),
  p99: v.nullable(figure),
  min: figure,
  max: v.nullable(figure),
  intervals: orNull(v.object(v.entriesFromList(['mean', 'p50', 'p90', 'p95', 'p99'], v.nullable(Interval)))),
})
export type Distribution = v.InferOutput<typeof Distribution>

export const Measures = v.object({
  startup: v.object({
    pool: v.nullable(duration),
    /** Time from creating a worker to its first answer; the median over the workers. Null if it cannot be measured. */
    worker: v.nullable(duration),
    /**
     * Time of compiling the engine's WebAssembly; the median over the workers. Null if nothing is compiled, or if the product compiles
     * once for all workers.
     */
    compile: v.nullable(duration),
    engine: v.nullable(words),
  }),
  scaling: list(v.object({ lanes: count, attemptsPerSecond: rate, interval: orNull(Interval) }), 64),
  busy: v.optional(v.boolean(), false),
  longTasks: v.nullable(v.object({ count, milliseconds: figure })),
})
export type Measures = v.InferOutput<typeof Measures>

export const Summary = v.object({
  agreement: v.object({
    sample: count,
    distance: share,
    pValue: share,
    verdict: v.picklist(['agrees', 'doubtful', 'disagrees', 'few']),
    /** The largest wrong success rate, as a share of the right one, that this test detects in nine of ten runs; null if it detects none. */
    detects: orNull(share),
  }),
  unfound: count,
  gaveUpAfter: orNull(figure),
  wrong: count,
  attempts: v.nullable(Distribution),
  milliseconds: v.nullable(Distribution),
  /**
   * Number of searches outside Tukey's fences (1.5 and 3 quartile ranges), relative to the time that their attempts predict. None is
   * removed.
   */
  outliers: orNull(v.object({ lowSevere: count, lowMild: count, highMild: count, highSevere: count })),
  firstRange: v.nullable(figure),
  firstRangeInterval: orNull(Interval),
  /** Measured on those ranges of the trials that were searched to their end. The time of messages is included, that of start-up is not. */
  attemptsPerSecond: v.object({
    all: v.nullable(figure),
    lanes: v.array(v.nullable(figure)),
    interval: orNull(Interval),
    laneIntervals: v.optional(v.array(v.nullable(Interval)), []),
  }),
  /** The speed that a visitor perceives: all attempts divided by the whole time of the searches, including messages and start-up. */
  felt: orNull(v.object({ attemptsPerSecond: figure, interval: v.nullable(Interval) })),
  /**
   * The robust line milliseconds = fixed + attempts / attemptsPerSecond, and how far the times are from it. Null if the times do not grow
   * with the attempts.
   */
  fit: v.nullable(
    v.object({
      fixed: v.number(),
      attemptsPerSecond: figure,
      distance: share,
      intervals: orNull(
        v.object({ fixed: v.nullable(SignedInterval), attemptsPerSecond: v.nullable(Interval) }),
      ),
    }),
  ),
  /** Always null. Readers of older versions require this member, and older files may hold a figure, which is ignored. */
  drift: v.pipe(
    v.unknown(),
    v.transform(() => null),
  ),
  ...Measures.entries,
})
export type Summary = v.InferOutput<typeof Summary>

/** Version of the file format. A reader refuses any other. It rises with every change that an old reader would misread. */
export const RESULT_VERSION = 1

/** One search. All times are in milliseconds. */
export const Trial = v.object({
  index: count,
  startedAt: timestamp,
  /** Number of counters from 0 to the found one; the limit if none was found. */
  attempts: v.pipe(count, v.maxValue(MAX_ATTEMPTS)),
  /** Time from handing out the first range to the answer that ended the search; with a cold pool, from the start of its workers. */
  milliseconds: duration,
  lanes: v.pipe(count, v.maxValue(LIMITS.lanes.max)),
  counter: v.nullable(v.pipe(count, v.maxValue(MAX_ATTEMPTS))),
  range: v.nullable(v.object({ from: v.pipe(count, v.maxValue(MAX_ATTEMPTS)), count })),
  firstRange: v.nullable(duration),
  verified: v.nullable(v.boolean()),
  work: list(v.tuple([count, duration]), 64),
  /** Number of the block of keys, if configurations take turns. Every configuration searches the same keys in a block. */
  block: orNull(count),
  /** Share of the device that other work used around this search; null if it was not measured. */
  steal: orNull(share),
})
export type Trial = v.InferOutput<typeof Trial>

/** Largest accepted numbers of cores and of gigabytes. No computer has more today, so a file with more is damaged. */
const CORES_MAX = 4_096
const MEMORY_MAX = 100_000

export const Environment = v.object({
  label: v.pipe(v.string(), v.maxLength(60)),
  date: v.pipe(v.string(), v.isoTimestamp()),
  runtime: v.picklist(['browser', 'node']),
  browser: v.nullable(v.object({ name: words, version: words })),
  userAgent: words,
  platform: words,
  model: orNull(words),
  cpu: v.nullable(words),
  cores: v.pipe(count, v.maxValue(CORES_MAX)),
  memory: v.nullable(v.pipe(figure, v.maxValue(MEMORY_MAX))),
  clockResolution: duration,
  crossOriginIsolated: v.boolean(),
  versions: v.record(words, words),
})
export type Environment = v.InferOutput<typeof Environment>

const trials = list(Trial, LIMITS.trials.max)

export const Result = v.object({
  version: v.literal(RESULT_VERSION),
  settings: Settings,
  environment: Environment,
  unmet: v.optional(list(AdjustedSetting, ADJUSTED_MAX), []),
  conditions: orNull(Conditions),
  trials,
  summary: Summary,
  sustained: v.optional(Sustained),
  /** Results of the configurations of `settings.against`, in its order. They searched the same keys in turns with `trials`. */
  others: v.optional(list(v.object({ trials, summary: Summary }), AGAINST_MAX), []),
})
export type Result = v.InferOutput<typeof Result>

export const ComparedResults = v.object({
  version: v.literal(RESULT_VERSION),
  compared: v.tuple([Result, Result]),
})
