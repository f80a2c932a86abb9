import type { CsvCell } from '../../lib/download.ts'
import { powFleetText } from '../../text/powParts.ts'
import { figure, short, whole } from '../model/format.ts'
import { DIFFICULTIES } from '../model/settings.ts'
import { percentile, sorted } from '../stats/geometric.ts'
import type { Device } from './fleet.ts'

/** A column of the devices' table, as the page and the collector show it. */
type Column = { name: string; of: (device: Device) => string }

/** From this change on a device slowed down more than timers and chance explain. */
const SLOWER = -0.1

/** The table's columns; p95 is shown at one difficulty. */
export function fleetColumns(difficulty: number): Column[] {
  const { columns, none } = powFleetText
  return [
    { name: columns.label, of: ({ label }) => label || powFleetText.unnamed },
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
  return value === null ? powFleetText.none : figure(value)
}

function changeText(change: number | null): string {
  if (change === null) return powFleetText.none
  const percent = `${change > 0 ? '+' : ''}${whole(change * 100)}%`
  return change <= SLOWER ? powFleetText.slower(percent) : percent
}

function runsText({ runs, busy, wrong }: Device): string {
  const notes = [wrong > 0 && powFleetText.wrong(wrong), busy > 0 && powFleetText.busy(busy)].filter(Boolean)
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

/** The shares of devices that are told. */
export const PERCENTILES = [0.5, 0.75, 0.9, 0.95] as const

/** How long p95 is on the devices at one difficulty, in milliseconds. */
export type Spread = {
  difficulty: number
  /** Devices that tell it. */
  devices: number
  /** At every one of `PERCENTILES`; null where no device tells it. */
  p95: (number | null)[]
  slowest: number | null
  /** Devices whose p95 keeps to the limit. */
  fitting: number
}

/** Percentiles across devices at each difficulty. `limit` is in milliseconds. */
export function spreadOf(devices: readonly Device[], limit: number): Spread[] {
  return DIFFICULTIES.map((difficulty, index) => {
    const known = sorted(devices.flatMap(({ p95 }) => p95[index] ?? []))
    const at = (p: number) => (known.length > 0 ? percentile(known, p) : null)
    return {
      difficulty,
      devices: known.length,
      p95: PERCENTILES.map(at),
      slowest: known.at(-1) ?? null,
      fitting: known.filter((value) => value <= limit).length,
    }
  })
}

const text = powFleetText.across

/** The table of percentiles across devices, its head first. `limit` is in milliseconds. */
export function acrossRows(devices: readonly Device[], limit: number): string[][] {
  const percentiles = PERCENTILES.map((p) => text.percentile(whole(p * 100)))
  const head = [text.difficulty, ...percentiles, text.slowest, text.fitting]
  const rows = spreadOf(devices, limit).map(({ difficulty, p95, slowest, fitting }) =>
    [whole(difficulty)].concat(
      p95.map(milliseconds),
      milliseconds(slowest),
      text.fittingOf(whole(fitting), whole(devices.length)),
    ),
  )
  return [head, ...rows]
}
