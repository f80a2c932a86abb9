import { ratesOf } from './ratesOf.ts'
import type { Trial } from '../model/runResult.ts'
import type { Summary } from '../model/runSummary.ts'
import { theilSen } from '../stats/theilSen.ts'
import { median } from '../stats/percentile.ts'
import { trendPValue } from '../stats/trendPValue.ts'

/** The most points of a run's course. */
const WINDOWS = 40

/** `x` is seconds since the first trial, `y` attempts per second of all lanes together. */
export type Course = { x: number; y: number }[]

/** The rate over time: the trials cut into windows of equal time. Windows without a finished range are left out. */
export function courseOf(trials: readonly Trial[]): Course {
  const end = trials.at(-1)?.startedAt ?? 0
  const width = end / Math.min(WINDOWS, trials.length) || 1
  const windows = new Map<number, Trial[]>()
  for (const trial of trials) {
    const index = Math.min(Math.floor(trial.startedAt / width), WINDOWS - 1)
    windows.set(index, [...(windows.get(index) ?? []), trial])
  }
  return [...windows].flatMap(([index, some]) => {
    const rate = ratesOf(some).all
    return rate === null ? [] : [{ x: ((index + 0.5) * width) / 1000, y: rate }]
  })
}

/** Shortest run, in seconds, that says something about minutes. */
const COURSE_MIN = 10

/** How fast the rate falls or rises. Null for runs too short to tell. */
export function driftOf(trials: readonly Trial[]): Summary['drift'] {
  const course = courseOf(trials)
  const line = theilSen(course)
  if (!line || course.length < 5 || (course.at(-1)?.x ?? 0) < COURSE_MIN) return null
  const rates = course.map(({ y }) => y)
  const percent = (slope: number) => ((slope * 60) / median(rates)) * 100
  return {
    percentPerMinute: percent(line.slope),
    pValue: trendPValue(rates),
    interval: line.interval && [percent(line.interval[0]), percent(line.interval[1])],
  }
}
