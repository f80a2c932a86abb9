import { useSetAtom } from 'jotai'
import { logText } from '../../text/log.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { SaveButtons } from '../../files/SaveButtons.tsx'
import type { WholeLog } from '../store/wholeLog.ts'
import { logAtoms } from './logAtoms.ts'
import { logRows } from './logRows.ts'

/** How much the log holds, with buttons to save it and to delete it. */
export function LogExport({ log }: { log: WholeLog }) {
  const clear = useSetAtom(logAtoms.clearAtom)
  const { checks, batches, findings, postFindings, months, unreadable } = log
  const records = [checks, batches, findings, postFindings, months].reduce(
    (sum, { length }) => sum + length,
    unreadable,
  )
  if (records === 0) return <p>{logText.empty}</p>
  return (
    <>
      <p>{logText.total(checks.length + batches.length)}</p>
      {months.length > 0 && (
        <p>
          <Link to="/report" className="touchable">
            {logText.months(months.length)}
          </Link>
        </p>
      )}
      <SaveButtons
        about="shadowban-log"
        rows={() => logRows(checks, batches)}
        json={() => ({ version: 1, checks, batches, findings, postFindings, reports: months })}
      />
      <Button wide onClick={() => void clear()}>
        {logText.removeAll}
      </Button>
    </>
  )
}
