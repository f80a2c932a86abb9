import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type uPlot from 'uplot'
import type { Axis, Options, Series } from 'uplot'
import { powText } from '../../text/pow.ts'
import { Disclosure } from '../../ui/Card.tsx'
import { figure, short } from '../model/format.ts'
import type { Measures, Result, Trial } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import { expectedAttempts } from '../stats/geometric.ts'
import table from '../summary/Table.module.css'
import { attemptsChart, courseChart, scalingChart, timesChart } from './specs.ts'
import type { ChartSeries, ChartSpec, SeriesTone } from './specs.ts'
import styles from './Chart.module.css'

export type Tones = Record<SeriesTone | 'text' | 'line', string>

const TOKENS: Record<keyof Tones, string> = {
  accent: '--accent',
  quote: '--quote',
  ok: '--ok',
  muted: '--muted',
  text: '--muted',
  line: '--line',
}

/** The tokens as colours for a canvas. A custom property holds `light-dark(…)` unresolved, so an element's colour resolves it. */
export function tonesOf(holder: HTMLElement): Tones {
  const probe = document.createElement('span')
  holder.append(probe)
  const resolve = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const entries = Object.entries(TOKENS).map(([tone, token]) => [tone, resolve(token)])
  probe.remove()
  return Object.fromEntries(entries)
}

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

export type MountedChart = { update: (spec: ChartSpec) => void; destroy: () => void }

const SCHEMES = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/**
 * Draws into an element, follows its width and the colour scheme, and loads the library for it. Where the library cannot be loaded or
 * cannot draw, it calls `fail` once and draws nothing more; the page's figures stay.
 */
export function mountChart(holder: HTMLElement, fail: () => void): MountedChart {
  let library: typeof uPlot | undefined
  let plot: uPlot | undefined
  let shape = ''
  let latest: ChartSpec | undefined
  let gone = false

  function draw(anew: boolean): void {
    if (!library || !latest || gone || holder.clientWidth === 0) return
    try {
      drawLatest(library, latest, anew)
    } catch {
      giveUp()
    }
  }

  function drawLatest(library: typeof uPlot, latest: ChartSpec, anew: boolean): void {
    const data: uPlot.AlignedData = [latest.x, ...latest.series.map(({ values }) => values)]
    if (plot && !anew && shape === shapeOf(latest)) return plot.setData(data)
    plot?.destroy()
    shape = shapeOf(latest)
    plot = new library(plotOptions(library, latest, tonesOf(holder), holder.clientWidth), data, holder)
  }

  function giveUp(): void {
    if (gone) return
    destroy()
    fail()
  }

  const redraw = () => draw(true)
  const schemes = SCHEMES.map((query) => matchMedia(query))
  for (const scheme of schemes) scheme.addEventListener('change', redraw)
  const resized = new ResizeObserver(() => {
    if (!plot) {
      draw(true)
      return
    }
    try {
      plot.setSize({ width: holder.clientWidth, height: CHART_HEIGHT })
    } catch {
      giveUp()
    }
  })
  resized.observe(holder)
  async function load(): Promise<void> {
    try {
      library = (await import('uplot')).default
      draw(true)
    } catch {
      giveUp()
    }
  }
  void load()

  function destroy(): void {
    gone = true
    resized.disconnect()
    for (const scheme of schemes) scheme.removeEventListener('change', redraw)
    plot?.destroy()
  }

  return {
    update(spec) {
      latest = spec
      draw(false)
    },
    destroy,
  }
}

/** What uPlot cannot change in an existing chart: its axes, its series, and the width of bars. */
function shapeOf({ xLabel, x, series }: ChartSpec): string {
  return [xLabel, x.length, ...series.map(({ label, kind }) => `${kind} ${label}`)].join('|')
}

/** The figures behind a chart. */
export function ChartTable({ spec, title }: { spec: ChartSpec; title: string }) {
  return (
    <Disclosure summary={powText.chart.table}>
      <div className={table['scroll']}>
        <table className={table['table']}>
          <caption className="visually-hidden">
            {title}（{spec.yLabel}）
          </caption>
          <thead>
            <tr>
              <th scope="col">{spec.xLabel}</th>
              {spec.series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spec.rows.map((row, index) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {spec.series.map(({ label, values }) => (
                  <td key={label}>{show(values[index])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  )
}

function show(value: number | null | undefined): string {
  return typeof value === 'number' ? figure(value) : powText.figures.none
}

type ChartProps = { title: string; spec: ChartSpec | null; notes?: readonly string[] }

const NONE: readonly string[] = []

/** A chart with its legend and, for those who do not see it, its table. */
export function Chart({ title, spec, notes = NONE }: ChartProps) {
  const id = useId()
  return (
    <figure className="stack" aria-labelledby={id}>
      <figcaption id={id} className="bold">
        {title}
      </figcaption>
      {spec ? <Drawing spec={spec} title={title} /> : <p className="muted small">{powText.chart.none}</p>}
      {[spec?.beyond, ...notes].map(
        (note) =>
          note && (
            <p key={note} className="muted small">
              {note}
            </p>
          ),
      )}
    </figure>
  )
}

function Drawing({ spec, title }: { spec: ChartSpec; title: string }) {
  const holder = useRef<HTMLDivElement>(null)
  const chart = useRef<MountedChart>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!holder.current) return
    const mounted = mountChart(holder.current, () => setFailed(true))
    chart.current = mounted
    return () => mounted.destroy()
  }, [])
  useEffect(() => chart.current?.update(spec), [spec])
  return (
    <>
      <ul className={`cluster plain muted small ${styles['legend']}`}>
        {spec.series.map(({ label, kind, tone, dashed }) => (
          <li key={label}>
            <span aria-hidden="true" data-kind={dashed ? 'dashed' : kind} data-tone={tone} />
            {label}
          </li>
        ))}
      </ul>
      {failed ? (
        <p className="muted small">{powText.chart.failed}</p>
      ) : (
        <div ref={holder} className={styles['holder']} aria-hidden="true" />
      )}
      <ChartTable spec={spec} title={title} />
    </>
  )
}

type ChartsProps = {
  settings: Settings
  trials: readonly Trial[]
  /** What is measured besides the trials, once the run has ended. */
  measures?: Pick<Measures, 'scaling'>
  other: Result | null
}

const CHARTS_NONE: never[] = []
const text = powText.chart

export function Charts({ settings, trials, measures, other }: ChartsProps) {
  const overlay = other?.trials ?? CHARTS_NONE
  const attemptsOverlay = other?.settings.difficulty === settings.difficulty ? overlay : CHARTS_NONE
  const attempts = useMemo(
    () => attemptsChart(settings, trials, attemptsOverlay),
    [settings, trials, attemptsOverlay],
  )
  const times = useMemo(() => timesChart(settings, trials, overlay), [settings, trials, overlay])
  const course = useMemo(() => courseChart(trials, overlay), [trials, overlay])
  const lanes = useMemo(
    () => measures && scalingChart(measures.scaling, other?.summary.scaling ?? CHARTS_NONE),
    [measures, other],
  )
  const coarse = settings.range > expectedAttempts(settings.difficulty) / 4
  return (
    <div className={`columns ${styles['charts']}`}>
      <Chart title={text.times} spec={times} />
      <Chart title={text.attempts} spec={attempts} notes={coarse ? [text.coarse] : []} />
      <Chart title={text.course} spec={course} />
      {lanes !== undefined && <Chart title={text.scaling} spec={lanes} />}
    </div>
  )
}
