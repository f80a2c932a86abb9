import type { ReactNode } from 'react'
import type { StoredMonth } from '../../storage/records.ts'
import { reportText } from '../../text/report.ts'
import { spanText } from '../../results/labels/span.ts'
import { chartMonths } from './months.ts'
import styles from './MonthsCard.module.css'

const WIDTH = 100

type MonthChartProps = {
  months: readonly StoredMonth[]
  title: ReactNode
  count: (month: StoredMonth) => number
  words: (count: number) => string
}

export function MonthChart({ months, title, count, words }: MonthChartProps) {
  if (months.length < 2) return null
  const counts = chartMonths(months, count)
  const most = Math.max(1, ...counts.map((row) => row.count ?? 0))
  return (
    <table className={`small ${styles['chart']}`}>
      <caption className="bold">{title}</caption>
      <tbody>
        {counts.map((row) => (
          <tr key={row.month}>
            <th scope="row">{spanText(row.month)}</th>
            <td>{row.count === null ? reportText.months.gap : words(row.count)}</td>
            <td aria-hidden="true">
              {row.count !== null && (
                <svg viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none">
                  <rect width={(row.count / most) * WIDTH} height="1" />
                </svg>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
