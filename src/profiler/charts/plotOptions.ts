import type { Axis, Options, Series } from 'uplot'
import type uPlot from 'uplot'
import { short } from '../model/format.ts'
import type { ChartSeries, ChartSpec } from './ChartSpec.ts'
import type { Tones } from './tonesOf.ts'

export const CHART_HEIGHT = 220

const FONT = '12px system-ui, sans-serif'

/** How uPlot draws a chart. `plot` is the library itself, which is loaded when the first chart is drawn. */
export function plotOptions(plot: typeof uPlot, spec: ChartSpec, tones: Tones, width: number): Options {
  return {
    width,
    height: CHART_HEIGHT,
    padding: [12, 20, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (_, min, max) => widened(spec, min, max) },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.05 : 1] },
    },
    axes: [
      { ...axis(spec.xLabel, tones, 30), ...(spec.counted && { incrs: [1, 2, 5, 10] }) },
      axis(spec.yLabel, tones, 58),
    ],
    series: [{}, ...spec.series.map((series) => seriesOptions(plot, series, tones))],
  }
}

/** Half a step of room on both sides, so that the first and the last bar are drawn whole. */
function widened({ x }: ChartSpec, min: number, max: number): [number, number] {
  const half = x.length > 1 ? (max - min) / (x.length - 1) / 2 : 0.5
  return [Math.max(min - half, 0), max + half]
}

function axis(label: string, tones: Tones, size: number): Axis {
  return {
    label,
    labelSize: 20,
    labelFont: FONT,
    font: FONT,
    size,
    stroke: tones.text,
    grid: { stroke: tones.line, width: 1 },
    ticks: { stroke: tones.line, width: 1 },
    values: (_, splits) => splits.map(short),
  }
}

function seriesOptions(plot: typeof uPlot, series: ChartSeries, tones: Tones): Series {
  const stroke = tones[series.tone]
  if (series.kind === 'bars') {
    const paths = plot.paths.bars?.({ size: [0.9, 60] })
    return { stroke, fill: stroke, width: 0, points: { show: false }, ...(paths && { paths }) }
  }
  if (series.kind === 'points') {
    return { stroke, width: 0, paths: () => null, points: { show: true, size: 7, stroke, fill: stroke } }
  }
  return {
    stroke,
    width: 2,
    spanGaps: true,
    points: { show: false },
    ...(series.dashed && { dash: [6, 4] }),
  }
}
