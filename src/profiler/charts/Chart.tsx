import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type uPlot from 'uplot'
import type { Axis, Options, Series } from 'uplot'
import { powRunText } from '../../text/powRun.ts'
import { Disclosure } from '../../ui/Card.tsx'
import { formatShort, formatShortRounded } from '../model/format.ts'
import type { RunResult } from '../model/result.ts'
import { expectedAttempts } from '../stats/sample.ts'
import { DataTable } from '../summary/FigureTable.tsx'
import { createRunCharts } from './specs.ts'
import type { ChartSeries, ChartSpec, SeriesTone } from './specs.ts'
import styles from './Chart.module.css'

const text = powRunText.chart

const TOKENS: readonly (SeriesTone | 'line')[] = ['accent', 'warning', 'ok', 'muted', 'line']

type Tones = Record<(typeof TOKENS)[number], string>

/** With forced colours all tokens become one colour. Bars are grey then, so that lines and points are visible in front of them. */
const FORCED: Partial<Tones> = { accent: 'GrayText', warning: 'Highlight' }

/**
 * Resolves the colour tokens for a canvas. A custom property contains `light-dark(…)` unresolved, so the computed colour of an element is
 * read instead.
 */
function readTones(holder: HTMLElement): Tones {
  const forced = matchMedia('(forced-colors: active)').matches
  const probe = document.createElement('span')
  probe.style.setProperty('forced-color-adjust', 'none')
  holder.append(probe)
  const tones = TOKENS.map((token) => {
    probe.style.color = forced ? (FORCED[token] ?? 'CanvasText') : `var(--${token})`
    return [token, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(tones)
}

const CHART_HEIGHT = 220

const FONT = '12px system-ui, sans-serif'

function plotOptions(plot: typeof uPlot, spec: ChartSpec, tones: Tones, width: number): Options {
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
      axis(spec.yLabel, tones, 64),
    ],
    series: [{}, ...spec.series.map((series) => seriesOptions(plot, series, tones))],
  }
}

/** Adds half a step on both sides, so that the first and the last bar are drawn completely. */
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
    stroke: tones.muted,
    grid: { stroke: tones.line, width: 1 },
    ticks: { stroke: tones.line, width: 1 },
    values: (_, splits) => splits.map(formatShort),
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

const REDRAWN_BY = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/**
 * Draws the chart into an element, again after each change of its width or of the colour scheme, until the returned function is called.
 * Calls `fail` once if the library cannot be loaded or cannot draw.
 */
function mountChart(holder: HTMLElement, spec: ChartSpec, fail: () => void): () => void {
  const left = new AbortController()
  const { signal } = left
  let plot: uPlot | undefined
  const data: uPlot.AlignedData = [spec.x, ...spec.series.map(({ values }) => values)]
  async function draw(): Promise<void> {
    try {
      const { default: library } = await import('uplot')
      if (signal.aborted || holder.clientWidth === 0) return
      plot?.destroy()
      plot = new library(plotOptions(library, spec, readTones(holder), holder.clientWidth), data, holder)
    } catch {
      if (signal.aborted) return
      end()
      fail()
    }
  }
  const redraw = () => void draw()
  for (const query of REDRAWN_BY) matchMedia(query).addEventListener('change', redraw, { signal })
  const resized = new ResizeObserver(redraw)
  resized.observe(holder)
  // In a collapsed part of the page an element has a size, but its observers are not called.
  redraw()
  function end(): void {
    left.abort()
    resized.disconnect()
    plot?.destroy()
  }
  return end
}

type ChartProps = { title: string; spec: ChartSpec | null; note?: string | undefined }

export function Chart({ title, spec, note }: ChartProps) {
  const id = useId()
  const notes = [spec ? spec.beyond : text.none, note].filter((note) => note !== undefined)
  return (
    <figure className="stack" aria-labelledby={id}>
      <figcaption id={id} className="bold unmuted">
        {title}
      </figcaption>
      {spec && <Drawing spec={spec} title={title} />}
      {notes.map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
    </figure>
  )
}

function Drawing({ spec, title }: { spec: ChartSpec; title: string }) {
  const { series } = spec
  const holder = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(
    () => (holder.current ? mountChart(holder.current, spec, () => setFailed(true)) : undefined),
    [spec],
  )
  return (
    <>
      <ul className={`cluster plain muted small ${styles['legend']}`}>
        {series.map(({ label, kind, tone, dashed }) => (
          <li key={label}>
            <span aria-hidden="true" data-kind={dashed ? 'dashed' : kind} data-tone={tone} />
            {label}
          </li>
        ))}
      </ul>
      {failed ? (
        <p className="muted small">{text.failed}</p>
      ) : (
        <div ref={holder} className={styles['holder']} aria-hidden="true" />
      )}
      <div className="screen-only">
        <Disclosure summary={text.table(spec.yLabel)}>
          <DataTable
            title={`${title}（${spec.yLabel}）`}
            head={[spec.xLabel, ...series.map(({ label }) => label)]}
            rows={spec.rows.map((row, index) => ({
              key: row,
              cells: [row, ...series.map(({ values }) => show(values[index] ?? null))],
            }))}
          />
        </Disclosure>
      </div>
    </>
  )
}

const show = (value: number | null) => (value === null ? powRunText.figures.none : formatShortRounded(value))

type RunChartsProps = { run: RunResult; other: RunResult | null; names: readonly string[] }

export function RunCharts({ run, other, names }: RunChartsProps) {
  const specs = useMemo(() => createRunCharts(run, other, names), [run, other, names])
  const { range, difficulty } = run.settings
  const note = range > expectedAttempts(difficulty) / 4 ? text.coarse : undefined
  return (
    <div className={`columns ${styles['charts']}`}>
      <Chart title={text.times} spec={specs.times} />
      <Chart title={text.attempts} spec={specs.attempts} note={note} />
      <Chart title={text.course} spec={specs.course} />
      <Chart title={text.scaling} spec={specs.scaling} />
    </div>
  )
}
