import { powText } from '../../text/pow.ts'
import { figure, whole } from '../model/format.ts'
import { histogram } from '../stats/histogram.ts'

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
