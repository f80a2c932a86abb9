import type { ReactNode } from 'react'
import { wrapTextInSentence } from '../../text/Sentence.tsx'
import { powRunText } from '../../text/powRun.ts'
import { formatFigure, formatLike, formatShort } from '../model/format.ts'
import type { FigureDistribution, RunSummary } from '../model/result.ts'
import type { RunSettings } from '../model/settings.ts'
import styles from './Table.module.css'

/** A figure with its 95 % interval. `above`: all that is known is that it lies above this. */
type FigureValue = {
  value: number | null
  interval?: readonly [number, number] | null
  above?: number | null
}

/** A run with its figures, as far as they are known: one under way has not all of them. */
export type RunColumn = { settings: Pick<RunSettings, 'lanes'>; summary: Partial<RunSummary> }

type FigureRow = { name: string; of: (part: RunColumn) => FigureValue; rate?: true }

const text = powRunText.figures

const ranged = (value?: number | null, interval?: readonly [number, number] | null): FigureValue => ({
  value: value ?? null,
  interval: interval ?? null,
})

function timeRow(level: keyof NonNullable<FigureDistribution['intervals']>): FigureRow {
  const of = ({ summary: { milliseconds, gaveUpAfter } }: RunColumn): FigureValue => ({
    ...ranged(milliseconds?.[level], milliseconds?.intervals?.[level]),
    // The mean has no such bound that says anything.
    above: level === 'mean' ? null : (gaveUpAfter ?? null),
  })
  return { name: text[level], of }
}

const rateRow = (name: string, of: FigureRow['of']): FigureRow => ({ name, of, rate: true })

export const HEADLINE_FIGURE_ROWS = {
  engine: rateRow(text.engine, ({ settings, summary: { scaling } }) => {
    const all = scaling?.find(({ lanes }) => lanes === settings.lanes)
    return ranged(all?.attemptsPerSecond, all?.interval)
  }),
  perceived: rateRow(text.perceived, ({ summary: { felt } }) =>
    ranged(felt?.attemptsPerSecond, felt?.interval),
  ),
  median: timeRow('p50'),
}

/** Those that neither the headline of a result nor a comparison has. */
export const FIGURE_ROWS: FigureRow[] = [
  timeRow('p90'),
  timeRow('p95'),
  timeRow('p99'),
  timeRow('mean'),
  rateRow(text.all, ({ summary: { attemptsPerSecond: rate } }) => ranged(rate?.all, rate?.interval)),
  { name: text.fixed, of: ({ summary: { fit } }) => ranged(fit?.fixed, fit?.intervals?.fixed) },
  rateRow(text.line, ({ summary: { fit } }) =>
    ranged(fit?.attemptsPerSecond, fit?.intervals?.attemptsPerSecond),
  ),
  { name: text.timeDistance, of: ({ summary: { fit } }) => ranged(fit?.distance) },
  { name: text.firstRange, of: ({ summary }) => ranged(summary.firstRange, summary.firstRangeInterval) },
  { name: text.pool, of: ({ summary: { startup } }) => ranged(startup?.pool) },
  { name: text.worker, of: ({ summary: { startup } }) => ranged(startup?.worker) },
  { name: text.compile, of: ({ summary: { startup } }) => ranged(startup?.compile) },
  { name: text.longTasks, of: ({ summary: { longTasks } }) => ranged(longTasks?.count) },
  { name: text.longTaskTime, of: ({ summary: { longTasks } }) => ranged(longTasks?.milliseconds) },
]

export function eachWorkerRows(parts: readonly RunColumn[]): FigureRow[] {
  const workers = Math.max(...parts.map(({ summary }) => summary.attemptsPerSecond?.lanes.length ?? 0))
  if (workers < 2) return []
  return Array.from({ length: workers }, (_, worker) =>
    rateRow(text.lane(worker + 1), ({ summary: { attemptsPerSecond: rate } }) =>
      ranged(rate?.lanes[worker], rate?.laneIntervals[worker]),
    ),
  )
}

type FigureTableProps = {
  title: string
  rows: readonly FigureRow[]
  part: RunColumn
  other: RunColumn | null
  /** One for each of them. */
  names: readonly string[]
}

/** The figures of one run, or of two side by side. A figure that neither has is left out. */
export function FigureTable({ title, rows, part, other, names }: FigureTableProps) {
  const parts = other ? [part, other] : [part]
  return (
    <DataTable
      title={title}
      className={other ? styles['compared'] : undefined}
      head={[text.name, ...names]}
      rows={rows.flatMap((row) => {
        const cells = valueCells(row, parts.map(row.of))
        return cells.every((cell) => cell === null)
          ? []
          : [{ key: row.name, cells: [row.name, ...cells.map((cell) => cell ?? text.none)] }]
      })}
    />
  )
}

type FormattedValue = { value?: string; interval?: string; above?: string }

/** Formats the figures of a row. Times and the ends of their intervals get equal decimal places. What is not known is left out. */
export function formatValues({ rate }: FigureRow, values: readonly FigureValue[]): FormattedValue[] {
  const known = values.flatMap(({ value }) => value ?? [])
  const format = rate ? formatShort : formatLike(known, values.some(({ interval }) => interval) ? 1 : 0)
  const plain = rate ? formatShort : formatFigure
  return values.map(({ value, interval, above }) => {
    if (value === null) return above ? { above: plain(above) } : {}
    const ends = interval && { interval: text.between(format(interval[0]), format(interval[1])) }
    return { value: format(value), ...ends }
  })
}

function valueCells(row: FigureRow, values: readonly FigureValue[]): ReactNode[] {
  return formatValues(row, values).map(({ value, interval, above }) => {
    if (!value) return above ? text.above(above) : null
    return (
      <>
        <span>{value}</span>
        {interval && <small>{interval}</small>}
      </>
    )
  })
}

type DataTableProps = {
  title: string
  className?: string | undefined
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** Whether the columns fit on no phone: there, each row becomes a block of figures under their names. Other tables do so where letters are large. */
  wide?: boolean
}

// The roles are those of the elements: browsers drop these if CSS changes the `display` of a table.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
/**
 * A table whose rows become blocks if its container is too narrow for its columns. The first cell of a row is its
 * head.
 */
export function DataTable({ title, className, head, rows, wide = false }: DataTableProps) {
  return (
    <div
      className={styles['scroll']}
      data-wide={wide}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={title}
    >
      <table className={[styles['table'], className].filter(Boolean).join(' ')} role="table">
        <caption className="visually-hidden">{title}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {head.map((name) => (
              <th key={name} scope="col" role="columnheader">
                {wrapTextInSentence(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key} role="row">
              <th scope="row" role="rowheader">
                {wrapTextInSentence(first)}
              </th>
              {cells.map((cell, index) => (
                // A cell has no other name than its column.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index} role="cell" data-name={head.length > 2 ? head[index + 1] : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
