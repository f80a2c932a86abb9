import { powText } from '../../text/pow.ts'
import { whole } from '../model/format.ts'
import type { Trial } from '../model/runResult.ts'
import type { Settings } from '../model/settings.ts'
import { attemptsAt, firstWithin } from '../stats/geometric.ts'
import { edgesTo, histogram } from '../stats/histogram.ts'
import { beyondText } from './beyondText.ts'
import type { ChartSpec } from './ChartSpec.ts'

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
