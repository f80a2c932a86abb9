import { powText } from '../../text/pow.ts'
import { whole } from '../model/format.ts'
import type { Measures } from '../model/runSummary.ts'
import type { ChartSpec } from './ChartSpec.ts'

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
      { label: text.measured, kind: 'bars', tone: 'accent', values: at(own, x) },
      {
        label: text.ideal,
        kind: 'line',
        tone: 'muted',
        dashed: true,
        values: x.map((lanes) => lanes * single),
      },
      ...(overlay.length > 0 ? [{ ...other, values: at(overlay, x) }] : []),
    ],
  }
}

function at(scaling: Scaling, x: readonly number[]): (number | null)[] {
  return x.map((count) => scaling.find(({ lanes }) => lanes === count)?.attemptsPerSecond ?? null)
}
