import { useSetAtom } from 'jotai'
import type { KeptMonth } from '../../log/store/KeptMonth.ts'
import styles from '../../log/parts/records.module.css'
import { StateIcon } from '../../results/StateIcon.tsx'
import { logText } from '../../text/log.ts'
import { Button } from '../../ui/Button.tsx'
import { Sentence } from '../../text/Sentence.tsx'
import { reportSummary } from '../reportSummary.ts'
import { monthChanges } from './monthChanges.ts'
import { monthsAtoms } from './monthsAtoms.ts'

/** The kept months, newest first, each with what changed since the one before it. */
export function MonthList({ months }: { months: readonly KeptMonth[] }) {
  return (
    <ol className={styles['records']}>
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
    <li className={styles['record']}>
      <StateIcon tone={isClear ? 'ok' : 'excluded'} />
      <div>
        <p id={id}>
          <Sentence>{account}</Sentence>
        </p>
        <p>{posts}</p>
        {before && (
          <p className={styles['small']}>
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
