import { powText } from '../../text/pow.ts'
import { figure, whole } from '../model/format.ts'
import type { Measures, Trial } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import { edgesTo, histogram, roundStep } from '../stats/descriptive.ts'
import { attemptsAt, firstWithin, percentile, sorted } from '../stats/geometric.ts'
import { theilSen } from '../stats/trend.ts'
import { courseOf, fitOf, timesWithin } from '../summary/fit.ts'
import type { Course } from '../summary/fit.ts'

/** A series' colour by its meaning; each is a token of the design. */
export type SeriesTone = 'accent' | 'quote' | 'ok' | 'muted'

export type ChartSeries = {
  label: string
  kind: 'bars' | 'line' | 'points'
  tone: SeriesTone
  dashed?: boolean
  values: (number | null)[]
}

/** What a chart draws and its table lists: one row for each x. */
export type ChartSpec = {
  xLabel: string
  yLabel: string
  x: number[]
  /** What the table calls each x: a bin's two ends, for example. */
  rows: string[]
  series: ChartSeries[]
  /** What lies beyond the chart's end, in words. */
  beyond?: string | undefined
  /** Whether x counts things: its ticks are then whole numbers. */
  counted?: boolean
}

/** How many of the values lie beyond the chart's last edge, and how far the largest one; undefined where all are drawn. */
export function beyondText(
  values: readonly number[],
  edges: readonly number[],
  unit: string,
): string | undefined {
  const { beyond } = histogram(values, edges)
  if (beyond === 0) return undefined
  const most = values.reduce((largest, value) => Math.max(largest, value), 0)
  return powText.chart.beyond(whole(beyond), figure(edges.at(-1) ?? 0), unit, figure(most))
}

const BINS = 24

/** The share of all searches that the chart shows. */
const REACH = 0.99

/**
 * In which ranges the solutions lay, and where the geometric distribution expects them. Bins are whole ranges: engines
 * may walk through a range in any order, so a position within one would say nothing.
 */
export function attemptsChart(
  { difficulty, range }: Settings,
  trials: readonly Trial[],
  overlay: readonly Trial[],
): ChartSpec {
  const edges = edgesTo(attemptsAt(difficulty, REACH), BINS, range)
  const bins = edges.slice(1).map((to, index) => ({ from: edges[index] ?? 0, to }))
  const text = powText.chart
  const other = { label: text.other, kind: 'points', tone: 'quote' } as const
  return {
    xLabel: text.attemptsAxis,
    yLabel: text.share,
    x: bins.map(({ from, to }) => (from + to) / 2),
    rows: bins.map(({ from, to }) => `${whole(from)} – ${whole(to - 1)}`),
    beyond: beyondText(firstsOf(trials), edges, text.attemptsUnit),
    series: [
      { label: text.measured, kind: 'bars', tone: 'accent', values: shares(trials, edges) },
      {
        label: text.theory,
        kind: 'line',
        tone: 'ok',
        values: bins.map(
          ({ from, to }) => (firstWithin(difficulty, to) - firstWithin(difficulty, from)) * 100,
        ),
      },
      ...(overlay.length > 0 ? [{ ...other, values: shares(overlay, edges) }] : []),
    ],
  }
}

/** Where the ranges begin that hold the solutions. */
function firstsOf(trials: readonly Trial[]): number[] {
  return trials.flatMap(({ range }) => (range ? [range.from] : []))
}

function shares(trials: readonly Trial[], edges: readonly number[]): number[] {
  const { counts } = histogram(firstsOf(trials), edges)
  return counts.map((count) => (count / Math.max(trials.length, 1)) * 100)
}

/** The rate over time with its trend. Null while there are too few points for a line. */
export function courseChart(trials: readonly Trial[], overlay: readonly Trial[]): ChartSpec | null {
  const [own, other] = [courseOf(trials), courseOf(overlay)]
  const line = theilSen(own)
  if (!line) return null
  const x = [...new Set([...own, ...other].map((point) => point.x))].sort((a, b) => a - b)
  const last = own.at(-1)?.x ?? 0
  const text = powText.chart
  const laid = { label: text.other, kind: 'points', tone: 'quote' } as const
  return {
    xLabel: text.secondsAxis,
    yLabel: text.rateAxis,
    x,
    rows: x.map((seconds) => figure(seconds)),
    series: [
      { label: text.measured, kind: 'line', tone: 'accent', values: at(own, x) },
      {
        label: powText.chart.trend,
        kind: 'line',
        tone: 'muted',
        dashed: true,
        values: x.map((seconds) => (seconds <= last ? line.intercept + line.slope * seconds : null)),
      },
      ...(other.length > 0 ? [{ ...laid, values: at(other, x) }] : []),
    ],
  }
}

function at(course: Course, x: readonly number[]): (number | null)[] {
  const values = new Map(course.map((point) => [point.x, point.y]))
  return x.map((seconds) => values.get(seconds) ?? null)
}

type Scaling = Measures['scaling']

/** The rate with 1, 2, … lanes, beside the same multiple of one lane's rate. Null without a measurement. */
export function scalingChart(own: Scaling, overlay: Scaling): ChartSpec | null {
  const single = own.find(({ lanes }) => lanes === 1)?.attemptsPerSecond
  if (single === undefined) return null
  const x = Array.from({ length: Math.max(own.length, overlay.length) }, (_, index) => index + 1)
  const text = powText.chart
  const other = { label: text.other, kind: 'points', tone: 'quote' } as const
  return {
    xLabel: text.lanesAxis,
    yLabel: text.rateAxis,
    x,
    rows: x.map(whole),
    counted: true,
    series: [
      { label: text.measured, kind: 'bars', tone: 'accent', values: scalingChartAt(own, x) },
      {
        label: text.ideal,
        kind: 'line',
        tone: 'muted',
        dashed: true,
        values: x.map((lanes) => lanes * single),
      },
      ...(overlay.length > 0 ? [{ ...other, values: scalingChartAt(overlay, x) }] : []),
    ],
  }
}

function scalingChartAt(scaling: Scaling, x: readonly number[]): (number | null)[] {
  return x.map((count) => scaling.find(({ lanes }) => lanes === count)?.attemptsPerSecond ?? null)
}

/** The share of the searches that the chart shows: a few slow ones would leave no room for the others. */

/** Solve times, beside those that the geometric distribution predicts at the measured rate. Null without a time to draw. */
export function timesChart(
  { difficulty }: Settings,
  trials: readonly Trial[],
  overlay: readonly Trial[],
): ChartSpec | null {
  const ends = [trials, overlay]
    .map((some) => percentile(sorted(timesOf(some)), REACH))
    .filter((end) => end > 0)
  if (ends.length === 0) return null
  const end = Math.max(...ends)
  const edges = edgesTo(end, BINS, roundStep(end, BINS))
  const bins = edges.slice(1).map((to, index) => ({ from: edges[index] ?? 0, to }))
  const fit = fitOf(
    difficulty,
    trials.filter(({ counter }) => counter !== null),
  )
  const text = powText.chart
  const theory = { label: text.theory, kind: 'line', tone: 'ok' } as const
  const other = { label: text.other, kind: 'points', tone: 'quote' } as const
  const within = (milliseconds: number) => (fit ? timesWithin(difficulty, fit, milliseconds) : 0)
  return {
    xLabel: text.millisecondsAxis,
    yLabel: text.share,
    x: bins.map(({ from, to }) => (from + to) / 2),
    rows: bins.map(({ from, to }) => `${figure(from)} – ${figure(to)}`),
    beyond: beyondText(timesOf(trials), edges, text.milliseconds),
    series: [
      { label: text.measured, kind: 'bars', tone: 'accent', values: timesChartShares(trials, edges) },
      ...(fit ? [{ ...theory, values: bins.map(({ from, to }) => (within(to) - within(from)) * 100) }] : []),
      ...(overlay.length > 0 ? [{ ...other, values: timesChartShares(overlay, edges) }] : []),
    ],
  }
}

function timesOf(trials: readonly Trial[]): number[] {
  return trials.map(({ milliseconds }) => milliseconds)
}

function timesChartShares(trials: readonly Trial[], edges: readonly number[]): number[] {
  const { counts } = histogram(timesOf(trials), edges)
  return counts.map((count) => (count / Math.max(trials.length, 1)) * 100)
}
