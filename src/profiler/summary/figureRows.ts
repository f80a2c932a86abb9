import { powText } from '../../text/pow.ts'
import type { Settings } from '../model/settings.ts'
import type { Spread, Summary } from '../model/runSummary.ts'

/** A figure with its 95 % interval. `above`: all that is known is that it lies above this. */
export type Told = {
  value: number | null
  interval?: readonly [number, number] | null
  above?: number | null
}

/** One configuration's part of a run. */
export type Part = { settings: Settings; summary: Summary }

export type FigureRow = { name: string; of: (part: Part) => Told; rate?: true; ratio?: true }

const text = powText.figures

const alone = (value: number | null | undefined): Told => ({ value: value ?? null })

type Level = keyof NonNullable<Spread['intervals']>

function timeRow(name: string, level: Level): FigureRow {
  const of = ({ summary: { milliseconds, gaveUpAfter } }: Part): Told => ({
    value: milliseconds?.[level] ?? null,
    interval: milliseconds?.intervals?.[level] ?? null,
    // The mean has no such bound that says anything.
    above: level === 'mean' ? null : gaveUpAfter,
  })
  return { name, of, ratio: true }
}

/** The figures that answer how fast a device is. */
export const MAIN_ROWS: FigureRow[] = [
  {
    name: text.engine,
    of({ settings, summary: { scaling } }) {
      const all = scaling.find(({ lanes }) => lanes === settings.lanes)
      return { value: all?.attemptsPerSecond ?? null, interval: all?.interval ?? null }
    },
    rate: true,
    ratio: true,
  },
  {
    name: text.felt,
    of: ({ summary: { felt } }) => ({
      value: felt?.attemptsPerSecond ?? null,
      interval: felt?.interval ?? null,
    }),
    rate: true,
    ratio: true,
  },
  timeRow(text.p50, 'p50'),
  timeRow(text.p90, 'p90'),
  timeRow(text.p95, 'p95'),
  timeRow(text.p99, 'p99'),
]

/** All others but the lanes' own rates. */
export const MORE_ROWS: FigureRow[] = [
  timeRow(text.mean, 'mean'),
  {
    name: text.all,
    of: ({ summary: { attemptsPerSecond } }) => ({
      value: attemptsPerSecond.all,
      interval: attemptsPerSecond.interval,
    }),
    rate: true,
    ratio: true,
  },
  {
    name: text.fixed,
    of: ({ summary: { fit } }) => ({ value: fit?.fixed ?? null, interval: fit?.intervals?.fixed ?? null }),
  },
  {
    name: text.line,
    of: ({ summary: { fit } }) => ({
      value: fit?.attemptsPerSecond ?? null,
      interval: fit?.intervals?.attemptsPerSecond ?? null,
    }),
    rate: true,
    ratio: true,
  },
  { name: text.timeDistance, of: ({ summary: { fit } }) => alone(fit?.distance) },
  {
    name: text.firstRange,
    of: ({ summary }) => ({ value: summary.firstRange, interval: summary.firstRangeInterval }),
    ratio: true,
  },
  { name: text.pool, of: ({ summary: { startup } }) => alone(startup.pool), ratio: true },
  { name: text.worker, of: ({ summary: { startup } }) => alone(startup.worker), ratio: true },
  { name: text.compile, of: ({ summary: { startup } }) => alone(startup.compile), ratio: true },
  {
    name: text.drift,
    of: ({ summary: { drift } }) => ({
      value: drift?.percentPerMinute ?? null,
      interval: drift?.interval ?? null,
    }),
  },
  { name: text.driftP, of: ({ summary: { drift } }) => alone(drift?.pValue) },
  { name: text.longTasks, of: ({ summary: { longTasks } }) => alone(longTasks?.count) },
  { name: text.longTaskTime, of: ({ summary: { longTasks } }) => alone(longTasks?.milliseconds) },
]

/** One row for each lane of either run. */
export function laneRows(parts: readonly Part[]): FigureRow[] {
  const lanes = Math.max(...parts.map(({ summary }) => summary.attemptsPerSecond.lanes.length))
  if (lanes < 2) return []
  return Array.from({ length: lanes }, (_, lane) => ({
    name: text.lane(lane + 1),
    of: ({ summary: { attemptsPerSecond } }) => ({
      value: attemptsPerSecond.lanes[lane] ?? null,
      interval: attemptsPerSecond.laneIntervals[lane] ?? null,
    }),
    rate: true,
    ratio: true,
  }))
}
