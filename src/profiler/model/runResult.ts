import * as v from 'valibot'
import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { Conditions } from './Conditions.ts'
import { count, duration, figure, moment, share, words } from './figures.ts'
import { Summary } from './runSummary.ts'
import { AGAINST_MAX, LIMITS, Settings } from './settings.ts'
import { Sustained } from './Sustained.ts'
import { UNMET_MAX, UnmetSetting } from './UnmetSetting.ts'

/** Of the file format. A reader refuses any other; every change that an old reader would misread raises it. */
export const RESULT_VERSION = 1

/** One search. Times are milliseconds. */
export const Trial = v.object({
  /** Which key: it follows from the run's seed, key length and this number. */
  index: count,
  /** Since the run's first trial. */
  startedAt: moment,
  /** Counters up to the found one, from 0; the limit where none was found. */
  attempts: v.pipe(count, v.maxValue(MAX_ATTEMPTS)),
  /** From the first range handed out to the answer that ended the search; with a cold pool, from the start of its workers. */
  milliseconds: duration,
  lanes: v.pipe(count, v.maxValue(LIMITS.lanes.max)),
  counter: v.nullable(v.pipe(count, v.maxValue(MAX_ATTEMPTS))),
  /** The first range in ascending order that holds a solution. */
  range: v.nullable(v.object({ from: v.pipe(count, v.maxValue(MAX_ATTEMPTS)), count })),
  /** Until the first range was answered by any lane. */
  firstRange: v.nullable(duration),
  /** Whether an independent implementation accepts the counter; null where none was found. */
  verified: v.nullable(v.boolean()),
  /** For each lane [attempts, milliseconds] of the ranges it searched to their end. */
  work: v.pipe(v.array(v.tuple([count, duration])), v.maxLength(64)),
  /** Where configurations take turns: which block of keys this one belongs to. Every configuration searches the same keys in a block. */
  block: v.optional(v.nullable(count), null),
  /** The share of the device that something else took around this search; null where it was not measured. */
  steal: v.optional(v.nullable(share), null),
})
export type Trial = v.InferOutput<typeof Trial>

/** More than any computer has today, in cores and in gigabytes: a file with more is damaged. */
const CORES_MAX = 4_096
const MEMORY_MAX = 100_000

export const Environment = v.object({
  /** What the tester calls the device. */
  label: v.pipe(v.string(), v.maxLength(60)),
  /** ISO 8601. */
  date: v.pipe(v.string(), v.isoTimestamp()),
  runtime: v.picklist(['browser', 'node']),
  browser: v.nullable(v.object({ name: words, version: words })),
  userAgent: words,
  platform: words,
  /** A phone's model where the browser tells it apart from its name: newer ones hide it there. */
  model: v.optional(v.nullable(words), null),
  /** The processor's name where the runtime tells: browsers do not. */
  cpu: v.nullable(words),
  cores: v.pipe(count, v.maxValue(CORES_MAX)),
  /** Gigabytes, rounded by the browser. */
  memory: v.nullable(v.pipe(figure, v.maxValue(MEMORY_MAX))),
  /** The smallest step of the clock, in milliseconds. */
  clockResolution: duration,
  crossOriginIsolated: v.boolean(),
  /** Versions of what took part, by package name. */
  versions: v.record(words, words),
})
export type Environment = v.InferOutput<typeof Environment>

const trials = v.pipe(v.array(Trial), v.maxLength(LIMITS.trials.max))

/** A run as it is exported, stored, imported and left for automation. */
export const Result = v.object({
  version: v.literal(RESULT_VERSION),
  settings: Settings,
  environment: Environment,
  /** What the link asked for and the device could not give. */
  unmet: v.optional(v.pipe(v.array(UnmetSetting), v.maxLength(UNMET_MAX)), []),
  /** What disturbed the run; null in files of older versions and where nothing watched. */
  conditions: v.optional(v.nullable(Conditions), null),
  trials,
  summary: Summary,
  /** What `settings.sustain` measured. */
  sustained: v.optional(Sustained),
  /** What `settings.against` measured, in its order, with the same keys and by turns with `trials`. */
  others: v.optional(v.pipe(v.array(v.object({ trials, summary: Summary })), v.maxLength(AGAINST_MAX)), []),
})
export type Result = v.InferOutput<typeof Result>

/** Two runs in one file: the one that was shown and the one it was compared with. */
export const ComparedResults = v.object({
  version: v.literal(RESULT_VERSION),
  compared: v.tuple([Result, Result]),
})
export type ComparedResults = v.InferOutput<typeof ComparedResults>
