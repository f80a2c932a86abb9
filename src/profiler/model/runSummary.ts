import * as v from 'valibot'
import { count, duration, figure, Interval, rate, share, SignedInterval, words } from './figures.ts'

/** `null` where it cannot be told: a mean or a percentile that searches without an answer would decide, an interval that the sample is too small for. */
const spread = v.object({
  mean: v.nullable(figure),
  p50: v.nullable(figure),
  p90: v.nullable(figure),
  p95: v.optional(v.nullable(figure), null),
  p99: v.nullable(figure),
  min: figure,
  max: v.nullable(figure),
  /** 95 % intervals; null in files of older versions. */
  intervals: v.optional(
    v.nullable(
      v.object({
        mean: v.nullable(Interval),
        p50: v.nullable(Interval),
        p90: v.nullable(Interval),
        p95: v.nullable(Interval),
        p99: v.nullable(Interval),
      }),
    ),
    null,
  ),
})
export type Spread = v.InferOutput<typeof spread>

/** What is measured besides the trials. */
export const Measures = v.object({
  startup: v.object({
    /** Until every lane of the pool had answered. */
    pool: v.nullable(duration),
    /** From making a worker to its first answer; the median over the lanes. Null where that cannot be asked for. */
    worker: v.nullable(duration),
    /** Compiling the engine's WebAssembly; the median over the lanes. Null where nothing is compiled or the product does it for all lanes at once. */
    compile: v.nullable(duration),
    /** What the lanes ran with: under `auto`, what the product chose here. */
    engine: v.nullable(words),
  }),
  /** The engine's speed, without messages and start-up: searches in vain with 1, 2, … lanes. */
  scaling: v.pipe(
    v.array(
      v.object({
        lanes: count,
        attemptsPerSecond: rate,
        interval: v.optional(v.nullable(Interval), null),
      }),
    ),
    v.maxLength(64),
  ),
  /** Whether the device was busy with something else during the run. */
  busy: v.optional(v.boolean(), false),
  /** The page's own long tasks (over 50 ms) during the trials; null where the browser does not report them. */
  longTasks: v.nullable(v.object({ count, milliseconds: figure })),
})
export type Measures = v.InferOutput<typeof Measures>

export const VERDICTS = ['agrees', 'doubtful', 'disagrees', 'few'] as const

export const Summary = v.object({
  agreement: v.object({
    sample: count,
    distance: share,
    pValue: share,
    verdict: v.picklist(VERDICTS),
    /** The largest success rate, as a share of the right one, that this test finds nine times in ten; null where it finds none. */
    detects: v.optional(v.nullable(share), null),
  }),
  unfound: count,
  /** Half of the searches without an answer had taken longer than this when they gave up; null without any. */
  gaveUpAfter: v.optional(v.nullable(figure), null),
  /** Counters that the independent implementation refused. */
  wrong: count,
  attempts: v.nullable(spread),
  milliseconds: v.nullable(spread),
  /** Searches beyond Tukey's fences (1.5 and 3 quartile ranges), by what their number of attempts lets expect. None is removed. */
  outliers: v.optional(
    v.nullable(v.object({ lowSevere: count, lowMild: count, highMild: count, highSevere: count })),
    null,
  ),
  firstRange: v.nullable(figure),
  firstRangeInterval: v.optional(v.nullable(Interval), null),
  /** From the ranges of the trials that were searched to their end: messages count, start-up does not. */
  attemptsPerSecond: v.object({
    all: v.nullable(figure),
    lanes: v.array(v.nullable(figure)),
    interval: v.optional(v.nullable(Interval), null),
    laneIntervals: v.optional(v.array(v.nullable(Interval)), []),
  }),
  /** What a visitor feels: all attempts by all the time of the searches, messages and start-up included. */
  felt: v.optional(v.nullable(v.object({ attemptsPerSecond: figure, interval: v.nullable(Interval) })), null),
  /** The robust line milliseconds = fixed + attempts / attemptsPerSecond, and how far the times are from what it predicts. Null where the times do not grow with the attempts. */
  fit: v.nullable(
    v.object({
      fixed: v.number(),
      attemptsPerSecond: figure,
      distance: share,
      intervals: v.optional(
        v.nullable(v.object({ fixed: v.nullable(SignedInterval), attemptsPerSecond: v.nullable(Interval) })),
        null,
      ),
    }),
  ),
  drift: v.nullable(
    v.object({
      percentPerMinute: v.number(),
      pValue: share,
      interval: v.optional(v.nullable(SignedInterval), null),
    }),
  ),
  ...Measures.entries,
})
export type Summary = v.InferOutput<typeof Summary>
