import type { KeptMonth } from '../../log/store/KeptMonth.ts'
import { reportText } from '../../text/report.ts'
import { monthWords } from '../reportSummary.ts'
import { chartMonths } from './chartMonths.ts'
import styles from './MonthChart.module.css'

const words = reportText.months

/** The scale of the bars' own coordinates. */
const WIDTH = 100

/** Limited posts by month, oldest first, as a table with bars. Nothing for one month alone. */
export function MonthChart({ months }: { months: readonly KeptMonth[] }) {
  if (months.length < 2) return null
  const counts = chartMonths(months)
  const most = Math.max(1, ...counts.map(({ limited }) => limited ?? 0))
  return (
    <table className={styles['chart']}>
      <caption>{words.chart}</caption>
      <tbody>
        {counts.map(({ month, limited }) => (
          <tr key={month}>
            <th scope="row">{monthWords(month)}</th>
            <td>{limited === null ? words.gap : words.posts(limited)}</td>
            <td aria-hidden="true">
              {limited !== null && (
                <svg viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none">
                  <rect width={(limited / most) * WIDTH} height="1" />
                </svg>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
