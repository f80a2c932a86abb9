import { powFleetText as text } from '../../text/powFleet.ts'
import type { CsvCell } from '../../files/csvTable.ts'
import { figure, short, whole } from '../model/format.ts'
import { DIFFICULTIES } from '../model/settings.ts'
import type { Device } from './devicesOf.ts'

/** A column of the devices' table, as the page and the collector show it. */
type Column = { name: string; of: (device: Device) => string }

/** From this change on a device slowed down more than timers and chance explain. */
const SLOWER = -0.1

/** The table's columns; p95 is shown at one difficulty. */
export function fleetColumns(difficulty: number): Column[] {
  const { columns, none } = text
  return [
    { name: columns.label, of: ({ label }) => label || text.unnamed },
    { name: columns.model, of: ({ model, browsers }) => [model, ...browsers].filter(Boolean).join('、') },
    { name: columns.cores, of: ({ cores }) => whole(cores) },
    { name: columns.engine, of: ({ engines, lanes }) => `${engines.join('、')}（${lanes.join('、')}）` },
    { name: columns.rate, of: ({ rate }) => (rate === null ? none : short(rate)) },
    { name: columns.p95(difficulty), of: ({ p95 }) => milliseconds(p95[difficulty - 1] ?? null) },
    { name: columns.change, of: ({ change }) => changeText(change) },
    { name: columns.runs, of: runsText },
  ]
}

export function milliseconds(value: number | null): string {
  return value === null ? text.none : figure(value)
}

function changeText(change: number | null): string {
  if (change === null) return text.none
  const percent = `${change > 0 ? '+' : ''}${whole(change * 100)}%`
  return change <= SLOWER ? text.slower(percent) : percent
}

function runsText({ runs, busy, wrong }: Device): string {
  const notes = [wrong > 0 && text.wrong(wrong), busy > 0 && text.busy(busy)].filter(Boolean)
  return notes.length > 0 ? `${runs.length}（${notes.join('、')}）` : String(runs.length)
}

const FIXED = [
  'label',
  'model',
  'browsers',
  'cores',
  'memory_gb',
  'engines',
  'lanes',
  'runs',
  'runs_disturbed',
  'runs_wrong',
  'attempts_per_second',
]

/** The devices for a spreadsheet: figures as they are, with p95 at every difficulty. */
export function fleetRows(devices: readonly Device[]): CsvCell[][] {
  return [
    FIXED.concat(
      DIFFICULTIES.map((difficulty) => `p95_ms_d${difficulty}`),
      'change_start_to_end',
    ),
    ...devices.map((device) => [
      device.label,
      device.model,
      device.browsers.join(' / '),
      device.cores,
      device.memory,
      device.engines.join(' / '),
      device.lanes.join(' / '),
      device.runs.length,
      device.busy,
      device.wrong,
      device.rate,
      ...device.p95,
      device.change,
    ]),
  ]
}
