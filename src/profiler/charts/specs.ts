import type { COLOURS } from '../../styles/colours.ts'
import { powText } from '../../text/pow.ts'
import { powRunText } from '../../text/powRun.ts'
import { formatFigure, formatWhole } from '../model/format.ts'
import type { RunMeasures, RunResult, RunSummary, Trial } from '../model/result.ts'
import type { RunSettings } from '../model/settings.ts'
import {
  attemptsPercentile,
  histogramBinEdges,
  shareSolvedWithin,
  histogram,
  percentile,
  roundBinWidth,
  sortedNumbers,
} from '../stats/sample.ts'
import { theilSenTrend } from '../stats/trend.ts'
import { rateOverTime, shareEndedWithin } from '../summary/estimates.ts'

/** The name of a colour, in the styles and in `data-tone`. */
export type SeriesTone = Extract<keyof typeof COLOURS, 'accent' | 'warning' | 'ok' | 'muted'>

export type ChartSeries = {
  label: string
  kind: 'bars' | 'line' | 'points'
  tone: SeriesTone
  dashed?: boolean
  values: (number | null)[]
}

export type ChartSpec = {
  xLabel: string
  yLabel: string
  x: number[]
  rows: string[]
  series: ChartSeries[]
  beyond?: string | undefined
  /** Whether x is a number of things, so that its ticks are whole numbers. */
  counted?: boolean
}

/** `names`: of the run, and of the other one if there is one. */
export function createRunCharts(
  { settings, trials, summary }: RunResult,
  other: RunResult | null,
  names: readonly string[],
) {
  const [own = text.measured, beside = ''] = other ? names : []
  // Beside another run, a line says of which run it is.
  const lineOf = (line: string) => powText.result.titleOf(line, other && own)
  const labels = { own, beside, lineOf }
  const overlay = other?.trials ?? []
  const sameDifficulty = other?.settings.difficulty === settings.difficulty
  return {
    times: timesChart(settings, summary.fit, trials, overlay, labels),
    attempts: attemptsChart(settings, trials, sameDifficulty ? overlay : [], labels),
    course: courseChart(trials, overlay, labels),
    scaling: scalingChart(summary.scaling, other?.summary.scaling ?? [], labels),
  }
}

const text = powRunText.chart

/** The names of a run, of the one laid over it, and of a line that was derived from the run. */
type Labels = { own: string; beside: string; lineOf: (line: string) => string }

const measured = ({ own }: Labels) => ({ label: own, tone: 'accent' }) as const
const expected = { kind: 'line', tone: 'muted', dashed: true } as const
const laidOver = (
  { beside }: Labels,
  others: readonly unknown[],
  values: ChartSeries['values'],
  kind: ChartSeries['kind'] = 'points',
): ChartSeries[] => (others.length > 0 ? [{ label: beside, kind, tone: 'warning', values }] : [])

const HISTOGRAM_BINS = 24

/** The histograms show this share of all searches: a few slow ones would compress all others. */
const HISTOGRAM_SHARE = 0.99

type HistogramOptions = {
  edges: readonly number[]
  valueOf: (trial: Trial) => number[]
  /** `below`: the share that theory expects below a value. */
  theory: { label: string; below: (value: number) => number } | null
  xLabel: string
  unit: string
  row: (from: number, to: number) => string
}

function theorySeries(
  { label, below }: NonNullable<HistogramOptions['theory']>,
  bins: readonly { from: number; to: number }[],
): ChartSeries {
  const values = bins.map(({ from, to }) => (below(to) - below(from)) * 100)
  return { label, kind: 'line', tone: 'ok', values }
}

function histogramChart(
  trials: readonly Trial[],
  overlay: readonly Trial[],
  labels: Labels,
  { edges, valueOf, theory, xLabel, unit, row }: HistogramOptions,
): ChartSpec {
  const bins = edges.slice(1).map((to, index) => ({ from: edges[index] ?? 0, to }))
  const own = trials.flatMap(valueOf)
  const shares = (some: readonly Trial[]) =>
    histogram(some.flatMap(valueOf), edges).counts.map((count) => (count / Math.max(some.length, 1)) * 100)
  return {
    xLabel,
    yLabel: text.share,
    x: bins.map(({ from, to }) => (from + to) / 2),
    rows: bins.map(({ from, to }) => row(from, to)),
    beyond: beyondText(own, edges, unit),
    series: [
      { ...measured(labels), kind: 'bars', values: shares(trials) },
      ...laidOver(labels, overlay, shares(overlay)),
      ...(theory ? [theorySeries(theory, bins)] : []),
    ],
  }
}

function beyondText(values: readonly number[], edges: readonly number[], unit: string): string | undefined {
  const { beyond } = histogram(values, edges)
  if (beyond === 0) return undefined
  const most = values.reduce((largest, value) => Math.max(largest, value), 0)
  const figure = (value: number) => `${formatFigure(value)}${unit}`
  return text.beyond(formatWhole(beyond), figure(edges.at(-1) ?? 0), figure(most))
}

/**
 * Shows in which ranges the solutions were found, and where theory expects them. Bins are whole ranges, because engines walk through one
 * in any order.
 */
function attemptsChart(
  { difficulty, range }: RunSettings,
  trials: readonly Trial[],
  overlay: readonly Trial[],
  labels: Labels,
): ChartSpec {
  return histogramChart(trials, overlay, labels, {
    edges: histogramBinEdges(attemptsPercentile(difficulty, HISTOGRAM_SHARE), HISTOGRAM_BINS, range),
    valueOf: ({ range }) => (range ? [range.from] : []),
    // It is the same for both runs: only one of the same difficulty is laid over.
    theory: { label: text.theory, below: (attempts) => shareSolvedWithin(difficulty, attempts) },
    xLabel: text.attemptsAxis,
    unit: text.attemptsUnit,
    row: (from, to) => `${formatWhole(from)}〜${formatWhole(to - 1)}`,
  })
}

/**
 * Shows the solve times beside those that the geometric distribution predicts at the measured rate. Returns null if there is no time to
 * draw.
 */
function timesChart(
  { difficulty }: RunSettings,
  fit: RunSummary['fit'],
  trials: readonly Trial[],
  overlay: readonly Trial[],
  labels: Labels,
): ChartSpec | null {
  const valueOf = ({ milliseconds }: Trial) => [milliseconds]
  const ends = [trials, overlay].map((some) =>
    percentile(sortedNumbers(some.flatMap(valueOf)), HISTOGRAM_SHARE),
  )
  const end = Math.max(...ends.filter((end) => end > 0))
  if (!Number.isFinite(end)) return null
  return histogramChart(trials, overlay, labels, {
    edges: histogramBinEdges(end, HISTOGRAM_BINS, roundBinWidth(end, HISTOGRAM_BINS)),
    valueOf,
    theory: fit && {
      label: labels.lineOf(text.theory),
      below: (milliseconds) => shareEndedWithin(difficulty, fit, milliseconds),
    },
    xLabel: text.millisecondsAxis,
    unit: text.milliseconds,
    row: (from, to) => `${formatFigure(from)}〜${formatFigure(to)}`,
  })
}

function courseChart(trials: readonly Trial[], overlay: readonly Trial[], labels: Labels): ChartSpec | null {
  const [own, other] = [rateOverTime(trials), rateOverTime(overlay)]
  const line = theilSenTrend(own)
  if (!line) return null
  const x = [...new Set([...own, ...other].map((point) => point.x))].sort((a, b) => a - b)
  const last = own.at(-1)?.x ?? 0
  const at = (course: typeof own) => {
    const values = new Map(course.map((point) => [point.x, point.y]))
    return x.map((seconds) => values.get(seconds) ?? null)
  }
  const trend = x.map((seconds) => (seconds <= last ? line.intercept + line.slope * seconds : null))
  return {
    xLabel: text.secondsAxis,
    yLabel: text.rateAxis,
    x,
    rows: x.map(formatFigure),
    series: [
      { ...measured(labels), kind: 'line', values: at(own) },
      ...laidOver(labels, other, at(other), 'line'),
      { ...expected, label: labels.lineOf(text.trend), values: trend },
    ],
  }
}

type Scaling = RunMeasures['scaling']

function scalingChart(own: Scaling, overlay: Scaling, labels: Labels): ChartSpec | null {
  const rateWith = (scaling: Scaling, count: number) =>
    scaling.find(({ lanes }) => lanes === count)?.attemptsPerSecond ?? null
  const single = rateWith(own, 1)
  if (single === null) return null
  const x = Array.from({ length: Math.max(own.length, overlay.length) }, (_, index) => index + 1)
  const at = (scaling: Scaling) => x.map((workers) => rateWith(scaling, workers))
  const ideal = x.map((workers) => workers * single)
  return {
    xLabel: text.lanesAxis,
    yLabel: text.rateAxis,
    x,
    rows: x.map(formatWhole),
    counted: true,
    series: [
      { ...measured(labels), kind: 'bars', values: at(own) },
      ...laidOver(labels, overlay, at(overlay)),
      { ...expected, label: labels.lineOf(text.ideal), values: ideal },
    ],
  }
}
