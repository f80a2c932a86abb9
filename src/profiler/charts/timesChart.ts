import { powText } from '../../text/pow.ts'
import { fitOf, timesWithin } from '../summary/fit.ts'
import { figure } from '../model/format.ts'
import type { Trial } from '../model/runResult.ts'
import type { Settings } from '../model/settings.ts'
import { edgesTo, histogram, roundStep } from '../stats/histogram.ts'
import { beyondText } from './beyondText.ts'
import { percentile, sorted } from '../stats/percentile.ts'
import type { ChartSpec } from './ChartSpec.ts'

const BINS = 24

/** The share of the searches that the chart shows: a few slow ones would leave no room for the others. */
const REACH = 0.99

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
      { label: text.measured, kind: 'bars', tone: 'accent', values: shares(trials, edges) },
      ...(fit ? [{ ...theory, values: bins.map(({ from, to }) => (within(to) - within(from)) * 100) }] : []),
      ...(overlay.length > 0 ? [{ ...other, values: shares(overlay, edges) }] : []),
    ],
  }
}

function timesOf(trials: readonly Trial[]): number[] {
  return trials.map(({ milliseconds }) => milliseconds)
}

function shares(trials: readonly Trial[], edges: readonly number[]): number[] {
  const { counts } = histogram(timesOf(trials), edges)
  return counts.map((count) => (count / Math.max(trials.length, 1)) * 100)
}
