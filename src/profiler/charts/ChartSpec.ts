/** A series' colour by its meaning; each is a token of the design. */
export type SeriesTone = 'accent' | 'quote' | 'ok' | 'muted'

export type ChartSeries = {
  label: string
  kind: 'bars' | 'line' | 'points'
  tone: SeriesTone
  dashed?: boolean
  values: (number | null)[]
}

/** What a chart draws and its table lists: one row for each x. */
export type ChartSpec = {
  xLabel: string
  yLabel: string
  x: number[]
  /** What the table calls each x: a bin's two ends, for example. */
  rows: string[]
  series: ChartSeries[]
  /** What lies beyond the chart's end, in words. */
  beyond?: string | undefined
  /** Whether x counts things: its ticks are then whole numbers. */
  counted?: boolean
}
