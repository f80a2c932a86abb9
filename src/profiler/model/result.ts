import * as v from 'valibot'
import { ATTEMPTS_MAX } from '../../../contract/challenge.ts'
import {
  COMPARED_CONFIGURATIONS_MAX,
  SETTING_LIMITS,
  RunSettings,
  ADJUSTED_SETTINGS_MAX,
  AdjustedSetting,
} from './settings.ts'

/** Longest accepted duration: a day, in milliseconds. No search and no start takes longer. */
const DURATION_MAX = 86_400_000

/** Largest accepted timestamp: a month, in milliseconds. No run takes longer. */
const TIMESTAMP_MAX = 2_592_000_000

/** Highest accepted rate, in attempts per second: thousands of times that of the fastest processor. */
const RATE_MAX = 1e13

const FigureSchema = v.pipe(v.number(), v.finite(), v.minValue(0))
const CountSchema = v.pipe(FigureSchema, v.integer())
const ShareSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

const DurationSchema = v.pipe(FigureSchema, v.maxValue(DURATION_MAX))

/** Milliseconds since the run's first trial; negative for anything before it. */
const TimestampSchema = v.pipe(v.number(), v.minValue(-TIMESTAMP_MAX), v.maxValue(TIMESTAMP_MAX))

const RateSchema = v.pipe(FigureSchema, v.maxValue(RATE_MAX))

const WordsSchema = v.pipe(v.string(), v.maxLength(500))

const list = <S extends v.GenericSchema>(schema: S, most: number) =>
  v.pipe(v.array(schema), v.maxLength(most))

const Interval = v.tuple([FigureSchema, FigureSchema])

const SignedInterval = v.tuple([v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite())])

/**
 * `hidden`: the page was not visible. `frozen`: none of the page's code ran. `clock`: the device's clock was changed, or the device slept.
 */
export const Disturbance = v.object({
  kind: v.picklist(['hidden', 'frozen', 'clock']),
  at: TimestampSchema,
  /** Duration of the disturbance; for `clock`, by how much the clock jumped. */
  milliseconds: TimestampSchema,
})
export type Disturbance = v.InferOutput<typeof Disturbance>

/**
 * The rate of the same search, which finds nothing, measured repeatedly: it changes only if the device does. Rates are attempts per second
 * of all workers together.
 */
export const Calibration = v.object({
  lanes: CountSchema,
  attempts: CountSchema,
  start: list(RateSchema, 100),
  between: list(
    v.object({
      at: TimestampSchema,
      attemptsPerSecond: RateSchema,
      after: CountSchema,
      block: v.nullable(CountSchema),
    }),
    20_000,
  ),
  end: list(RateSchema, 100),
})
export type Calibration = v.InferOutput<typeof Calibration>

export const RunConditions = v.object({
  wakeLock: v.picklist(['held', 'lost', 'refused', 'absent']),
  disturbances: list(Disturbance, 1_000),
  calibration: v.nullable(Calibration),
  steal: v.nullable(ShareSchema),
})
export type RunConditions = v.InferOutput<typeof RunConditions>

export const SustainedLoad = v.object({
  seconds: v.pipe(CountSchema, v.maxValue(SETTING_LIMITS.sustain.max)),
  step: DurationSchema,
  /** Attempts per second of each worker in each step. Only time in which the worker searched counts: pauses are left out. */
  lanes: list(list(RateSchema, SETTING_LIMITS.sustain.max), 64),
  ...v.pick(RunConditions, ['wakeLock', 'disturbances']).entries,
})
export type SustainedLoad = v.InferOutput<typeof SustainedLoad>

/** A figure is `null` if it would depend on searches without an answer, or if the sample is too small for an interval. */
const Distribution = v.object({
  mean: v.nullable(FigureSchema),
  p50: v.nullable(FigureSchema),
  p90: v.nullable(FigureSchema),
  p95: v.nullable(FigureSchema),
  p99: v.nullable(FigureSchema),
  min: FigureSchema,
  max: v.nullable(FigureSchema),
  intervals: v.nullable(
    v.object(v.entriesFromList(['mean', 'p50', 'p90', 'p95', 'p99'], v.nullable(Interval))),
  ),
})
export type FigureDistribution = v.InferOutput<typeof Distribution>

export const RunMeasures = v.object({
  startup: v.object({
    pool: v.nullable(DurationSchema),
    /** Time from creating a worker to its first answer; the median over the workers. Null if it cannot be measured. */
    worker: v.nullable(DurationSchema),
    /**
     * Time of compiling the engine's WebAssembly; the median over the workers. Null if nothing is compiled, or if the product compiles
     * once for all workers.
     */
    compile: v.nullable(DurationSchema),
    engine: v.nullable(WordsSchema),
  }),
  scaling: list(
    v.object({ lanes: CountSchema, attemptsPerSecond: RateSchema, interval: v.nullable(Interval) }),
    64,
  ),
  busy: v.boolean(),
  longTasks: v.nullable(v.object({ count: CountSchema, milliseconds: FigureSchema })),
})
export type RunMeasures = v.InferOutput<typeof RunMeasures>

export const RunSummary = v.object({
  agreement: v.object({
    sample: CountSchema,
    distance: ShareSchema,
    pValue: ShareSchema,
    verdict: v.picklist(['agrees', 'doubtful', 'disagrees', 'few']),
    /** The largest wrong success rate, as a share of the right one, that this test detects in nine of ten runs; null if it detects none. */
    detects: v.nullable(ShareSchema),
  }),
  unfound: CountSchema,
  gaveUpAfter: v.nullable(FigureSchema),
  wrong: CountSchema,
  attempts: v.nullable(Distribution),
  milliseconds: v.nullable(Distribution),
  /**
   * Number of searches outside Tukey's fences (1.5 and 3 quartile ranges), relative to the time that their attempts predict. None is
   * removed.
   */
  outliers: v.nullable(
    v.object({
      lowSevere: CountSchema,
      lowMild: CountSchema,
      highMild: CountSchema,
      highSevere: CountSchema,
    }),
  ),
  firstRange: v.nullable(FigureSchema),
  firstRangeInterval: v.nullable(Interval),
  /** Measured on those ranges of the trials that were searched to their end. The time of messages is included, that of start-up is not. */
  attemptsPerSecond: v.object({
    all: v.nullable(FigureSchema),
    lanes: v.array(v.nullable(FigureSchema)),
    interval: v.nullable(Interval),
    laneIntervals: v.array(v.nullable(Interval)),
  }),
  /** The speed that a visitor perceives: all attempts divided by the whole time of the searches, including messages and start-up. */
  felt: v.nullable(v.object({ attemptsPerSecond: FigureSchema, interval: v.nullable(Interval) })),
  /**
   * The robust line milliseconds = fixed + attempts / attemptsPerSecond, and how far the times are from it. Null if the times do not grow
   * with the attempts.
   */
  fit: v.nullable(
    v.object({
      fixed: v.number(),
      attemptsPerSecond: FigureSchema,
      distance: ShareSchema,
      intervals: v.nullable(
        v.object({ fixed: v.nullable(SignedInterval), attemptsPerSecond: v.nullable(Interval) }),
      ),
    }),
  ),
  ...RunMeasures.entries,
})
export type RunSummary = v.InferOutput<typeof RunSummary>

/** Version of the file format. A reader refuses any other. It rises with every change that an old reader would misread. */
export const RESULT_FORMAT_VERSION = 1

/** One search. All times are in milliseconds. */
export const Trial = v.object({
  index: CountSchema,
  startedAt: TimestampSchema,
  /** Number of counters from 0 to the found one; the limit if none was found. */
  attempts: v.pipe(CountSchema, v.maxValue(ATTEMPTS_MAX)),
  /** Time from handing out the first range to the answer that ended the search; with a cold pool, from the start of its workers. */
  milliseconds: DurationSchema,
  lanes: v.pipe(CountSchema, v.maxValue(SETTING_LIMITS.lanes.max)),
  counter: v.nullable(v.pipe(CountSchema, v.maxValue(ATTEMPTS_MAX))),
  range: v.nullable(v.object({ from: v.pipe(CountSchema, v.maxValue(ATTEMPTS_MAX)), count: CountSchema })),
  firstRange: v.nullable(DurationSchema),
  verified: v.nullable(v.boolean()),
  work: list(v.tuple([CountSchema, DurationSchema]), 64),
  /** Number of the block of keys, if configurations take turns. Every configuration searches the same keys in a block. */
  block: v.nullable(CountSchema),
  /** Share of the device that other work used around this search; null if it was not measured. */
  steal: v.nullable(ShareSchema),
})
export type Trial = v.InferOutput<typeof Trial>

/** Largest accepted numbers of cores and of gigabytes. No computer has more today, so a file with more is damaged. */
const CORES_MAX = 4_096
const MEMORY_MAX = 100_000

export const RunEnvironment = v.object({
  label: v.pipe(v.string(), v.maxLength(60)),
  date: v.pipe(v.string(), v.isoTimestamp()),
  runtime: v.picklist(['browser', 'node']),
  browser: v.nullable(v.object({ name: WordsSchema, version: WordsSchema })),
  userAgent: WordsSchema,
  platform: WordsSchema,
  model: v.nullable(WordsSchema),
  cpu: v.nullable(WordsSchema),
  cores: v.pipe(CountSchema, v.maxValue(CORES_MAX)),
  memory: v.nullable(v.pipe(FigureSchema, v.maxValue(MEMORY_MAX))),
  clockResolution: DurationSchema,
  crossOriginIsolated: v.boolean(),
  versions: v.record(WordsSchema, WordsSchema),
})
export type RunEnvironment = v.InferOutput<typeof RunEnvironment>

const trials = list(Trial, SETTING_LIMITS.trials.max)

const runWith = <S extends v.GenericSchema>(summary: S) =>
  v.object({
    version: v.literal(RESULT_FORMAT_VERSION),
    settings: RunSettings,
    environment: RunEnvironment,
    unmet: list(AdjustedSetting, ADJUSTED_SETTINGS_MAX),
    conditions: v.nullable(RunConditions),
    trials,
    summary,
    sustained: v.optional(SustainedLoad),
    /** Results of the configurations of `settings.against`, in its order. They searched the same keys in turns with `trials`. */
    others: list(v.object({ trials, summary }), COMPARED_CONFIGURATIONS_MAX),
  })

/** A run as it was measured. The device stores this, and nothing else is read of a file: all other figures are computed from the trials. */
export const MeasuredRun = runWith(RunMeasures)
export type MeasuredRun = v.InferOutput<typeof MeasuredRun>

/** A run with the figures that are computed from its trials, as files have it. */
export const RunResult = runWith(RunSummary)
export type RunResult = v.InferOutput<typeof RunResult>

export const ComparedRuns = v.object({
  version: v.literal(RESULT_FORMAT_VERSION),
  compared: v.tuple([MeasuredRun, MeasuredRun]),
})
