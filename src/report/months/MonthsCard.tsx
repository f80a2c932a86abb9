import { useAtomValue, useSetAtom } from 'jotai'
import { SaveButtons } from '../../lib/SaveButtons.tsx'
import records from '../../results/KeptRecords.module.css'
import { StateIcon } from '../../results/Answer.tsx'
import { KeptCard } from '../../results/KeptRecords.tsx'
import type { KeptMonth } from '../../storage/records.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { logText } from '../../text/log.ts'
import { reportText } from '../../text/report.ts'
import { Button } from '../../ui/controls.tsx'
import { monthWords, reportSummary } from '../summary.ts'
import { chartMonths, monthChanges, monthRows, monthsAtoms } from './months.ts'
import styles from './MonthsCard.module.css'

const words = reportText.months

/** The scale of the bars' own coordinates. */
const WIDTH = 100

/** Limited posts by month, oldest first, as a table with bars. Nothing for one month alone. */
export function MonthChart({ months }: { months: readonly KeptMonth[] }) {
  if (months.length < 2) return null
  const counts = chartMonths(months)
  const most = Math.max(1, ...counts.map(({ limited }) => limited ?? 0))
  return (
    <table className={`small ${styles['chart']}`}>
      <caption className="bold">{words.chart}</caption>
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

/** The kept months, newest first, each with what changed since the one before it. */
export function MonthList({ months }: { months: readonly KeptMonth[] }) {
  return (
    <ol className={`stack gap-12 plain ${records['records']}`}>
      {months.map((month, index) => (
        <MonthItem key={month.month} now={month} before={months[index + 1]} />
      ))}
    </ol>
  )
}

function MonthItem({ now, before }: { now: KeptMonth; before: KeptMonth | undefined }) {
  const remove = useSetAtom(monthsAtoms.removeAtom)
  const { account, posts, isClear } = reportSummary(now, now.month)
  const id = `month-${now.month}`
  return (
    <li className={records['record']}>
      <StateIcon tone={isClear ? 'ok' : 'excluded'} />
      <div>
        <p id={id}>
          <Sentence>{account}</Sentence>
        </p>
        <p>{posts}</p>
        {before && (
          <p className="muted small">
            <Sentence>{monthChanges(before, now)}</Sentence>
          </p>
        )}
        <Button
          aria-describedby={id}
          onClick={() => void remove({ table: 'months', key: now.month, row: now })}
        >
          {logText.remove}
        </Button>
      </div>
    </li>
  )
}

/** The reports that this device keeps, if the visitor wants it. */
export function MonthsCard() {
  const all = useAtomValue(monthsAtoms.allAtom)
  const lead = (
    <>
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <p>{words.nameless}</p>
    </>
  )
  return (
    <KeptCard atoms={monthsAtoms} label={words.title} keep={words.keep} before={lead}>
      {all && all.months.length + all.unreadable > 0 && <KeptMonths months={all.months} />}
    </KeptCard>
  )
}

function KeptMonths({ months }: { months: readonly KeptMonth[] }) {
  const clear = useSetAtom(monthsAtoms.clearAtom)
  return (
    <>
      <MonthChart months={months} />
      <MonthList months={months} />
      <SaveButtons
        about="x-reports"
        rows={() => monthRows(months)}
        json={() => ({ version: 1, reports: months })}
      />
      <Button wide onClick={() => void clear()}>
        {logText.removeAll}
      </Button>
    </>
  )
}
