import { powText } from '../../text/pow.ts'
import type { FigureRow } from './figureRows.ts'
import { figure, short } from '../model/format.ts'
import type { Summary } from '../model/runResult.ts'
import styles from './Table.module.css'

const text = powText.figures

type FigureTableProps = { title: string; rows: readonly FigureRow[]; summary: Summary; other: Summary | null }

/** Figures of a run, and of the one it is compared with. */
export function FigureTable({ title, rows, summary, other }: FigureTableProps) {
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{text.name}</th>
            <th scope="col">{text.this}</th>
            {other && <th scope="col">{text.other}</th>}
            {other && <th scope="col">{text.ratio}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{show(row, row.of(summary))}</td>
              {other && <td>{show(row, row.of(other))}</td>}
              {other && <td>{ratio(row, row.of(summary), row.of(other))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function show(row: FigureRow, value: number | null): string {
  if (value === null) return text.none
  return row.rate ? short(value) : figure(value)
}

/** The other run's figure as a multiple of this one's. */
function ratio(row: FigureRow, own: number | null, other: number | null): string {
  return row.ratio && own && other !== null ? `×${figure(other / own)}` : text.none
}
