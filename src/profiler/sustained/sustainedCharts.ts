import { powSustainedText as text } from '../../text/powSustained.ts'
import type { ChartSpec } from '../charts/ChartSpec.ts'
import { whole } from '../model/format.ts'
import type { SustainedFigures } from './sustainedFigures.ts'

/** The rate of all lanes over the seconds. Null without any. */
export function loadChart({ all }: SustainedFigures): ChartSpec | null {
  if (all.length < 2) return null
  const x = all.map((_, second) => second + 1)
  return {
    xLabel: text.secondsAxis,
    yLabel: text.rateAxis,
    x,
    rows: x.map(whole),
    series: [{ label: text.all, kind: 'line', tone: 'accent', values: all }],
  }
}

/** Every lane's average, with its slowest and its fastest ten seconds: big and little cores lie apart. */
export function loadedLanesChart({ lanes }: SustainedFigures): ChartSpec | null {
  if (lanes.length < 2) return null
  const x = lanes.map((_, lane) => lane + 1)
  return {
    xLabel: text.lanesAxis,
    yLabel: text.rateAxis,
    x,
    rows: x.map(text.lane),
    counted: true,
    series: [
      { label: text.mean, kind: 'bars', tone: 'accent', values: lanes.map((lane) => lane.mean) },
      { label: text.slowest, kind: 'points', tone: 'quote', values: lanes.map(({ slowest }) => slowest) },
      { label: text.fastest, kind: 'points', tone: 'ok', values: lanes.map(({ fastest }) => fastest) },
    ],
  }
}
