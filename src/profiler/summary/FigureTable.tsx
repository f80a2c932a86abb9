import { powText } from '../../text/pow.ts'
import { figure, short } from '../model/format.ts'
import type { Spread, Summary } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import styles from './Table.module.css'

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

type FigureTableProps = {
  title: string
  rows: readonly FigureRow[]
  part: Part
  other: Part | null
  /** What the two are called; "this" and "other" where nothing better is known. */
  names?: readonly [string, string] | undefined
}

/** Figures of a run with their intervals, and of the one it is compared with. */
export function FigureTable({ title, rows, part, other, names }: FigureTableProps) {
  const [own, beside] = names ?? [text.this, text.other]
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{text.name}</th>
            <th scope="col">{own}</th>
            {other && <th scope="col">{beside}</th>}
            {other && <th scope="col">{text.ratio}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <Cell row={row} told={row.of(part)} />
              {other && <Cell row={row} told={row.of(other)} />}
              {other && <td>{ratio(row, row.of(part).value, row.of(other).value)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ row, told: { value, interval, above } }: { row: FigureRow; told: Told }) {
  const form = row.rate ? short : figure
  if (value === null) return <td>{above ? text.above(form(above)) : text.none}</td>
  return (
    <td>
      <span>{form(value)}</span>
      {interval && <small>{`${form(interval[0])}–${form(interval[1])}`}</small>}
    </td>
  )
}

/** The other run's figure as a multiple of this one's. */
function ratio(row: FigureRow, own: number | null, other: number | null): string {
  return row.ratio && own && other !== null ? `×${figure(other / own)}` : text.none
}

type WideTableProps = {
  title: string
  head: readonly string[]
  rows: readonly { key: string; cells: readonly string[] }[]
}

/** A table that may be wider than the screen: it scrolls sideways, by keyboard too. The first cell of a row is its head. */
export function WideTable({ title, head, rows }: WideTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label={title}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                // A cell has no other name than its column.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
