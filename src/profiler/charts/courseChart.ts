import { powText } from '../../text/pow.ts'
import { courseOf } from '../summary/drift.ts'
import type { Course } from '../summary/drift.ts'
import { figure } from '../model/format.ts'
import type { Trial } from '../model/runResult.ts'
import { theilSen } from '../stats/theilSen.ts'
import type { ChartSpec } from './ChartSpec.ts'

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
