import { powText } from '../../text/pow.ts'
import type { Summary } from '../model/runResult.ts'

export type FigureRow = { name: string; of: (summary: Summary) => number | null; rate?: true; ratio?: true }

const text = powText.figures

/** The figures that answer how fast a device is. */
export const MAIN_ROWS: FigureRow[] = [
  { name: text.all, of: ({ attemptsPerSecond }) => attemptsPerSecond.all, rate: true, ratio: true },
  { name: text.p50, of: ({ milliseconds }) => milliseconds?.p50 ?? null, ratio: true },
  { name: text.p90, of: ({ milliseconds }) => milliseconds?.p90 ?? null, ratio: true },
  { name: text.p99, of: ({ milliseconds }) => milliseconds?.p99 ?? null, ratio: true },
]

/** All others but the lanes' own rates. */
export const MORE_ROWS: FigureRow[] = [
  { name: text.mean, of: ({ milliseconds }) => milliseconds?.mean ?? null, ratio: true },
  { name: text.fixed, of: ({ fit }) => fit?.fixed ?? null },
  { name: text.timeDistance, of: ({ fit }) => fit?.distance ?? null },
  { name: text.firstRange, of: ({ firstRange }) => firstRange, ratio: true },
  { name: text.pool, of: ({ startup }) => startup.pool, ratio: true },
  { name: text.worker, of: ({ startup }) => startup.worker, ratio: true },
  { name: text.compile, of: ({ startup }) => startup.compile, ratio: true },
  { name: text.drift, of: ({ drift }) => drift?.percentPerMinute ?? null },
  { name: text.driftP, of: ({ drift }) => drift?.pValue ?? null },
  { name: text.longTasks, of: ({ longTasks }) => longTasks?.count ?? null },
  { name: text.longTaskTime, of: ({ longTasks }) => longTasks?.milliseconds ?? null },
]

/** One row for each lane of either run. */
export function laneRows(summaries: readonly Summary[]): FigureRow[] {
  const lanes = Math.max(...summaries.map(({ attemptsPerSecond }) => attemptsPerSecond.lanes.length))
  if (lanes < 2) return []
  return Array.from({ length: lanes }, (_, lane) => ({
    name: text.lane(lane + 1),
    of: ({ attemptsPerSecond }) => attemptsPerSecond.lanes[lane] ?? null,
    rate: true,
    ratio: true,
  }))
}
