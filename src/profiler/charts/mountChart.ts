import type uPlot from 'uplot'
import type { ChartSpec } from './ChartSpec.ts'
import { CHART_HEIGHT, plotOptions } from './plotOptions.ts'
import { tonesOf } from './tonesOf.ts'

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
