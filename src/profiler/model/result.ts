import * as v from 'valibot'
import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { AGAINST_MAX, LIMITS, Settings, ADJUSTED_MAX, AdjustedSetting } from './settings.ts'

/** A day, in milliseconds: no search and no start takes longer. */
const DURATION_MAX = 86_400_000

/** A month, in milliseconds: no run takes longer. */
const TIMESTAMP_MAX = 2_592_000_000

/** Attempts per second: thousands of times what the fastest processor does. */
const RATE_MAX = 1e13

export const figure = v.pipe(v.number(), v.finite(), v.minValue(0))
export const count = v.pipe(figure, v.integer())
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

export const duration = v.pipe(figure, v.maxValue(DURATION_MAX))

/** Milliseconds since the run's first trial; negative for what came before it. */
export const timestamp = v.pipe(v.number(), v.minValue(-TIMESTAMP_MAX), v.maxValue(TIMESTAMP_MAX))

export const rate = v.pipe(figure, v.maxValue(RATE_MAX))

export const words = v.pipe(v.string(), v.maxLength(500))

const list = <S extends v.GenericSchema>(schema: S, most: number) =>
  v.pipe(v.array(schema), v.maxLength(most))

const orNull = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null)

const Interval = v.tuple([figure, figure])

const SignedInterval = v.tuple([v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite())])

/** `hidden`: the page was not in view. `frozen`: nothing of the page ran. `clock`: the device's clock was changed, or the device slept. */
export const Disturbance = v.object({
  kind: v.picklist(['hidden', 'frozen', 'clock']),
  at: timestamp,
  /** How long it lasted; for `clock`, by how much the clock jumped. */
  milliseconds: timestamp,
})
export type Disturbance = v.InferOutput<typeof Disturbance>

/** The same search in vain over and over: what changes here is the device. Rates are attempts per second of all workers together. */
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
  /** Of every worker its attempts per second in each step. Time is what the worker searched: pauses are not in it. */
  lanes: list(list(rate, LIMITS.sustain.max), 64),
  ...v.pick(Conditions, ['wakeLock', 'disturbances']).entries,
})
export type Sustained = v.InferOutput<typeof Sustained>

/** `null` where searches without an answer would decide a figure, or the sample is too small for an interval. */
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
    /** From making a worker to its first answer; the median over the workers. Null where that cannot be asked for. */
    worker: v.nullable(duration),
    /** Compiling the engine's WebAssembly; the median over the workers. Null where nothing is compiled or the product does it for all workers at once. */
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
    /** The largest success rate, as a share of the right one, that this test finds nine times in ten; null where it finds none. */
    detects: orNull(share),
  }),
  unfound: count,
  gaveUpAfter: orNull(figure),
  wrong: count,
  attempts: v.nullable(Distribution),
  milliseconds: v.nullable(Distribution),
  /** Searches beyond Tukey's fences (1.5 and 3 quartile ranges), by what their number of attempts lets expect. None is removed. */
  outliers: orNull(v.object({ lowSevere: count, lowMild: count, highMild: count, highSevere: count })),
  firstRange: v.nullable(figure),
  firstRangeInterval: orNull(Interval),
  /** From the ranges of the trials that were searched to their end: messages count, start-up does not. */
  attemptsPerSecond: v.object({
    all: v.nullable(figure),
    lanes: v.array(v.nullable(figure)),
    interval: orNull(Interval),
    laneIntervals: v.optional(v.array(v.nullable(Interval)), []),
  }),
  /** The speed that a visitor perceives: all attempts by all the time of the searches, messages and start-up included. */
  felt: orNull(v.object({ attemptsPerSecond: figure, interval: v.nullable(Interval) })),
  /** The robust line milliseconds = fixed + attempts / attemptsPerSecond, and how far the times are from what it predicts. Null where the times do not grow with the attempts. */
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
  drift: v.nullable(
    v.object({ percentPerMinute: v.number(), pValue: share, interval: orNull(SignedInterval) }),
  ),
  ...Measures.entries,
})
export type Summary = v.InferOutput<typeof Summary>

/** Of the file format. A reader refuses any other; every change that an old reader would misread raises it. */
export const RESULT_VERSION = 1

/** One search. Times are milliseconds. */
export const Trial = v.object({
  index: count,
  startedAt: timestamp,
  /** Counters up to the found one, from 0; the limit where none was found. */
  attempts: v.pipe(count, v.maxValue(MAX_ATTEMPTS)),
  /** From the first range handed out to the answer that ended the search; with a cold pool, from the start of its workers. */
  milliseconds: duration,
  lanes: v.pipe(count, v.maxValue(LIMITS.lanes.max)),
  counter: v.nullable(v.pipe(count, v.maxValue(MAX_ATTEMPTS))),
  range: v.nullable(v.object({ from: v.pipe(count, v.maxValue(MAX_ATTEMPTS)), count })),
  firstRange: v.nullable(duration),
  verified: v.nullable(v.boolean()),
  work: list(v.tuple([count, duration]), 64),
  /** Where configurations take turns: which block of keys this one belongs to. Every configuration searches the same keys in a block. */
  block: orNull(count),
  /** The share of the device that something else took around this search; null where it was not measured. */
  steal: orNull(share),
})
export type Trial = v.InferOutput<typeof Trial>

/** More than any computer has today, in cores and in gigabytes: a file with more is damaged. */
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
  /** What `settings.against` measured, in its order, with the same keys and by turns with `trials`. */
  others: v.optional(list(v.object({ trials, summary: Summary }), AGAINST_MAX), []),
})
export type Result = v.InferOutput<typeof Result>

export const ComparedResults = v.object({
  version: v.literal(RESULT_VERSION),
  compared: v.tuple([Result, Result]),
})
