import { powText } from '../../text/pow.ts'
import type { FigureRow, Part, Told } from './figureRows.ts'
import { figure, short } from '../model/format.ts'
import styles from './Table.module.css'

const text = powText.figures

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
