import * as v from 'valibot'
import { Settings } from './settings.ts'

/** Of the file format. A reader refuses any other; every change that an old reader would misread raises it. */
export const RESULT_VERSION = 1

const figure = v.pipe(v.number(), v.finite(), v.minValue(0))
const count = v.pipe(figure, v.integer())
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const spread = v.object({ mean: figure, p50: figure, p90: figure, p99: figure, min: figure, max: figure })
const words = v.pipe(v.string(), v.maxLength(500))

/** One search. Times are milliseconds. */
export const Trial = v.object({
  /** Which key: it follows from the run's seed, key length and this number. */
  index: count,
  /** Since the run's first trial. */
  startedAt: figure,
  /** Counters up to the found one, from 0; the limit where none was found. */
  attempts: count,
  /** From the first range handed out to the answer that ended the search; with a cold pool, from the start of its workers. */
  milliseconds: figure,
  lanes: count,
  counter: v.nullable(count),
  /** The first range in ascending order that holds a solution. */
  range: v.nullable(v.object({ from: count, count })),
  /** Until the first range was answered by any lane. */
  firstRange: v.nullable(figure),
  /** Whether an independent implementation accepts the counter; null where none was found. */
  verified: v.nullable(v.boolean()),
  /** For each lane [attempts, milliseconds] of the ranges it searched to their end. */
  work: v.pipe(v.array(v.tuple([count, figure])), v.maxLength(64)),
})
export type Trial = v.InferOutput<typeof Trial>

export const Environment = v.object({
  /** What the tester calls the device. */
  label: v.pipe(v.string(), v.maxLength(60)),
  /** ISO 8601. */
  date: v.pipe(v.string(), v.isoTimestamp()),
  runtime: v.picklist(['browser', 'node']),
  browser: v.nullable(v.object({ name: words, version: words })),
  userAgent: words,
  platform: words,
  /** The processor's name where the runtime tells: browsers do not. */
  cpu: v.nullable(words),
  cores: count,
  /** Gigabytes, rounded by the browser. */
  memory: v.nullable(figure),
  /** The smallest step of the clock, in milliseconds. */
  clockResolution: figure,
  crossOriginIsolated: v.boolean(),
  /** Versions of what took part, by package name. */
  versions: v.record(words, words),
})
export type Environment = v.InferOutput<typeof Environment>

/** What is measured besides the trials. */
export const Measures = v.object({
  startup: v.object({
    /** Until every lane of the pool had answered. */
    pool: v.nullable(figure),
    /** From making a worker to its first answer; the median over the lanes. Null where that cannot be asked for. */
    worker: v.nullable(figure),
    /** Compiling the engine's WebAssembly; the median over the lanes. Null where nothing is compiled or the product does it for all lanes at once. */
    compile: v.nullable(figure),
    /** What the lanes ran with: under `auto`, what the product chose here. */
    engine: v.nullable(words),
  }),
  scaling: v.pipe(v.array(v.object({ lanes: count, attemptsPerSecond: figure })), v.maxLength(64)),
  /** Whether the device was busy with something else: repeated measurements of the same lanes were far apart. */
  busy: v.optional(v.boolean(), false),
  /** The page's own long tasks (over 50 ms) during the trials; null where the browser does not report them. */
  longTasks: v.nullable(v.object({ count, milliseconds: figure })),
})
export type Measures = v.InferOutput<typeof Measures>

export const VERDICTS = ['agrees', 'doubtful', 'disagrees', 'few'] as const

export const Summary = v.object({
  agreement: v.object({ sample: count, distance: share, pValue: share, verdict: v.picklist(VERDICTS) }),
  unfound: count,
  /** Counters that the independent implementation refused. */
  wrong: count,
  attempts: v.nullable(spread),
  milliseconds: v.nullable(spread),
  firstRange: v.nullable(figure),
  attemptsPerSecond: v.object({ all: v.nullable(figure), lanes: v.array(v.nullable(figure)) }),
  /** The robust line milliseconds = fixed + attempts / attemptsPerSecond, and how far the times are from what it predicts. */
  fit: v.nullable(v.object({ fixed: v.number(), attemptsPerSecond: figure, distance: share })),
  drift: v.nullable(v.object({ percentPerMinute: v.number(), pValue: share })),
  ...Measures.entries,
})
export type Summary = v.InferOutput<typeof Summary>

/** A run as it is exported, stored, imported and left for automation. */
export const Result = v.object({
  version: v.literal(RESULT_VERSION),
  settings: Settings,
  environment: Environment,
  trials: v.pipe(v.array(Trial), v.maxLength(10_000)),
  summary: Summary,
})
export type Result = v.InferOutput<typeof Result>

/** Two runs in one file: the one that was shown and the one it was compared with. */
export const ComparedResults = v.object({
  version: v.literal(RESULT_VERSION),
  compared: v.tuple([Result, Result]),
})
