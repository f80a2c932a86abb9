import type { CsvCell } from '../../lib/download.ts'
import { powFleetText as text } from '../../text/powParts.ts'
import { formatFigure, formatShort, formatWhole } from '../model/format.ts'
import { SELECTABLE_DIFFICULTIES } from '../model/settings.ts'
import { engineText } from '../runs/names.ts'
import { percentile, sortedNumbers } from '../stats/sample.ts'
import type { FleetDevice } from './fleet.ts'

/** The columns of the table of devices. What was measured comes first, because devices are compared by it. */
export function fleetColumns(difficulty: number): { name: string; of: (device: FleetDevice) => string }[] {
  const { columns } = text
  return [
    { name: columns.label, of: ({ label }) => label || text.unnamed },
    { name: columns.rate, of: ({ rate }) => orNone(rate, formatShort) },
    { name: columns.p95, of: ({ p95 }) => orNone(p95[difficulty - 1] ?? null) },
    { name: columns.runs, of: runsText },
    { name: columns.model, of: ({ model, browsers }) => [model, ...browsers].filter(Boolean).join('、') },
    { name: columns.cores, of: ({ cores }) => formatWhole(cores) },
    {
      name: columns.engine,
      of: ({ engines, lanes }) => `${engines.map(engineText).join('、')}（${lanes.join('、')}）`,
    },
  ]
}

function orNone(value: number | null, form = formatFigure): string {
  return value === null ? text.none : form(value)
}

function runsText({ runs, busy, wrong }: FleetDevice): string {
  const notes = [wrong > 0 && text.wrong(wrong), busy > 0 && text.busy(busy)].filter(Boolean)
  return notes.length > 0 ? `${runs.length}（${notes.join('、')}）` : String(runs.length)
}

const CSV: [name: string, of: (device: FleetDevice) => CsvCell][] = [
  ['label', ({ label }) => label],
  ['model', ({ model }) => model],
  ['browsers', ({ browsers }) => browsers.join(' / ')],
  ['cores', ({ cores }) => cores],
  ['memory_gb', ({ memory }) => memory],
  ['engines', ({ engines }) => engines.join(' / ')],
  ['lanes', ({ lanes }) => lanes.join(' / ')],
  ['runs', ({ runs }) => runs.length],
  ['runs_disturbed', ({ busy }) => busy],
  ['runs_wrong', ({ wrong }) => wrong],
  ['attempts_per_second', ({ rate }) => rate],
  ...SELECTABLE_DIFFICULTIES.map((difficulty, index): (typeof CSV)[number] => [
    `p95_ms_d${difficulty}`,
    ({ p95 }) => p95[index],
  ]),
]

export function fleetRows(devices: readonly FleetDevice[]): CsvCell[][] {
  return [CSV.map(([name]) => name), ...devices.map((device) => CSV.map(([, of]) => of(device)))]
}

const PERCENTILES = [0.5, 0.75, 0.9, 0.95]

/** Builds the rows that show p95 across devices at each difficulty, below a heading row. There are no rows if no device has a p95. */
export function percentileRows(devices: readonly FleetDevice[], limit: number): string[][] {
  const { across } = text
  const percentiles = PERCENTILES.map((p) => across.percentile(formatWhole(p * 100)))
  const rows = SELECTABLE_DIFFICULTIES.map((difficulty, index) => {
    const known = sortedNumbers(devices.flatMap(({ p95 }) => p95[index] ?? []))
    const times = [...PERCENTILES, 1].map((p) => orNone(known.length > 0 ? percentile(known, p) : null))
    const fitting = known.filter((value) => value <= limit).length
    return [across.at(difficulty)].concat(
      times,
      across.fittingOf(formatWhole(fitting), formatWhole(devices.length)),
    )
  })
  return [[across.difficulty, ...percentiles, across.slowest, across.fitting], ...rows]
}
