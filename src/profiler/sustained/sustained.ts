import { powSustainedText as text } from '../../text/powParts.ts'
import type { ChartSpec } from '../charts/specs.ts'
import { formatWhole } from '../model/format.ts'
import type { SustainedLoad } from '../model/result.ts'
import { mean, median, sum } from '../stats/sample.ts'
import type { BoundedEstimate } from '../stats/intervals.ts'
import { estimateLevelChange } from '../stats/levelChange.ts'

/** Seconds at the start and at the end that are compared: a device stays cold for the first, and has settled by the last. */
const EARLY_S = 20
const LATE_S = 60

/** Seconds in a window. The median of a window ignores a single hiccup. */
const WINDOW_S = 10

const SECONDS_MIN = 60

/** Smallest change and smallest swing that the page mentions. Single seconds differ by a few hundredths anyway. */
const CHANGE_MIN = 0.05
const SWING_MIN = 0.2

/** The page calls a rate steady only if both ends of the interval are within this share of no change. */
const STEADY_MAX = 0.1

/** If the slowest worker has less than this share of the fastest one's rate, the cores differ, or one of them is shared. */
const APART_MIN = 0.8

export type SustainedFigures = ReturnType<typeof sustainedFigures>

export function sustainedFigures({ lanes: rates }: SustainedLoad) {
  const steps = rates[0]?.length ?? 0
  const all = Array.from({ length: steps }, (_, step) => sum(rates.map((own) => own[step] ?? 0)))
  const workers = rates.map((own) => {
    const windows = windowMedians(own)
    return { mean: mean(windows), slowest: Math.min(...windows), fastest: Math.max(...windows) }
  })
  const means = workers.map(({ mean }) => mean)
  const apart = steps > 0 ? Math.min(...means) / Math.max(...means) : 1
  const change = measureChange(all)
  const windows = windowMedians(all)
  const swing = steps > 0 ? Math.min(...windows) / Math.max(...windows) : 1
  const course = classifyCourse(swing, change)
  return {
    all,
    workers,
    apart,
    change,
    /** Seconds after which the rate stayed below the midpoint of its start and its end. */
    since: course === 'slower' ? slowSince(all) : null,
    swing,
    course,
    unequal: rates.length > 1 && apart < APART_MIN,
  }
}

function windowMedians(rates: readonly number[]): number[] {
  const count = Math.max(Math.floor(rates.length / WINDOW_S), 1)
  return Array.from({ length: count }, (_, window) =>
    median(rates.slice(window * WINDOW_S, (window + 1) * WINDOW_S)),
  )
}

/** Returns the change from the first 20 seconds to the last minute, as a share; null if the load was too short. */
function measureChange(all: readonly number[]): BoundedEstimate | null {
  if (all.length < SECONDS_MIN) return null
  // A worker that stood still for a whole second counts as one attempt, because zero has no logarithm.
  const positive = all.map((rate) => Math.max(rate, 1))
  const { value, interval } = estimateLevelChange(positive, EARLY_S, Math.min(LATE_S, all.length - EARLY_S))
  return { value: Math.expm1(value), interval: [Math.expm1(interval[0]), Math.expm1(interval[1])] }
}

function classifyCourse(swing: number, change: BoundedEstimate | null): keyof typeof text.course {
  if (!change) return 'short'
  const { value, interval } = change
  if (value <= -CHANGE_MIN && interval[1] < 0) return 'slower'
  if (value >= CHANGE_MIN && interval[0] > 0) return 'faster'
  if (1 - swing >= SWING_MIN) return 'swinging'
  return interval[0] >= -STEADY_MAX && interval[1] <= STEADY_MAX ? 'steady' : 'unclear'
}

function slowSince(all: readonly number[]): number {
  const windows = windowMedians(all)
  const midpoint = (median(all.slice(0, EARLY_S)) + median(all.slice(-LATE_S))) / 2
  const lastAbove = windows.reduce((last, rate, window) => (rate >= midpoint ? window : last), -1)
  return (lastAbove + 1) * WINDOW_S
}

export function sustainedLoadChart({ all }: SustainedFigures): ChartSpec | null {
  if (all.length < 2) return null
  const x = all.map((_, second) => second + 1)
  return {
    xLabel: text.secondsAxis,
    yLabel: text.rateAxis,
    x,
    rows: x.map(formatWhole),
    series: [{ label: text.all, kind: 'line', tone: 'accent', values: all }],
  }
}

export function sustainedWorkersChart({ workers }: SustainedFigures): ChartSpec | null {
  if (workers.length < 2) return null
  const x = workers.map((_, index) => index + 1)
  return {
    xLabel: text.lanesAxis,
    yLabel: text.rateAxis,
    x,
    rows: x.map(text.lane),
    counted: true,
    series: [
      { label: text.mean, kind: 'bars', tone: 'accent', values: workers.map(({ mean }) => mean) },
      { label: text.slowest, kind: 'points', tone: 'warning', values: workers.map(({ slowest }) => slowest) },
      { label: text.fastest, kind: 'points', tone: 'ok', values: workers.map(({ fastest }) => fastest) },
    ],
  }
}

const percent = (share: number) => `${formatWhole(share * 100)}%`

export function sustainedSentences(
  { seconds, disturbances }: SustainedLoad,
  figures: SustainedFigures,
): string[] {
  const { all, apart, workers, unequal } = figures
  const length = [
    text.about(formatWhole(all.length)),
    ...(all.length < seconds ? [text.cut(formatWhole(seconds))] : []),
  ]
  if (all.length === 0) return length
  return [
    ...length,
    courseSentence(figures),
    ...(workers.length > 1 ? [(unequal ? text.unequal : text.equal)(percent(apart))] : []),
    ...(disturbances.length > 0 ? [text.disturbed(formatWhole(disturbances.length))] : []),
  ]
}

function courseSentence({ swing, change, course, since }: SustainedFigures): string {
  if (!change || course === 'short') return text.course.short
  const { value, interval } = change
  const ratio = percent(1 + value)
  const range = text.interval(percent(1 + interval[0]), percent(1 + interval[1]))
  if (course === 'slower') return text.course.slower(ratio, range, formatWhole(since ?? 0))
  if (course === 'swinging') return text.course.swinging(percent(swing))
  return text.course[course](ratio, range)
}
