import * as v from 'valibot'
import { count, moment, rate, share } from './figures.ts'

/** `hidden`: the page was not in view. `frozen`: nothing of the page ran. `clock`: the device's clock was changed, or the device slept. */
export const DISTURBANCES = ['hidden', 'frozen', 'clock'] as const

export const Disturbance = v.object({
  kind: v.picklist(DISTURBANCES),
  /** When it began, in milliseconds since the run's first trial. */
  at: moment,
  /** How long it lasted; for `clock`, by how much the clock jumped. */
  milliseconds: moment,
})
export type Disturbance = v.InferOutput<typeof Disturbance>

/**
 * The same search in vain on all lanes of the first configuration, over and over: at the start, between trials, at the end.
 * Rates are attempts per second of all lanes together. What changes here is the device, not what is measured.
 */
export const Calibration = v.object({
  lanes: count,
  /** Attempts of every lane in one slice. */
  attempts: count,
  start: v.pipe(v.array(rate), v.maxLength(100)),
  between: v.pipe(
    v.array(
      v.object({
        /** In milliseconds since the run's first trial. */
        at: moment,
        attemptsPerSecond: rate,
        /** Which configuration had run just before: 0 is the first one. */
        after: count,
        /** The block of keys that it had run, where configurations take turns. */
        block: v.optional(v.nullable(count), null),
      }),
    ),
    v.maxLength(20_000),
  ),
  end: v.pipe(v.array(rate), v.maxLength(100)),
})
export type Calibration = v.InferOutput<typeof Calibration>

/** What the device was like while it was measured. */
export const Conditions = v.object({
  /** Whether the screen was kept on: `lost` where that ended before the run. */
  wakeLock: v.picklist(['held', 'lost', 'refused', 'absent']),
  disturbances: v.pipe(v.array(Disturbance), v.maxLength(1_000)),
  calibration: v.nullable(Calibration),
  /** The share of the device that something else took, on average over the run's slices. */
  steal: v.nullable(share),
})
export type Conditions = v.InferOutput<typeof Conditions>
