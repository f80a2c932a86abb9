import { useSetAtom } from 'jotai'
import { logText } from '../../text/log.ts'
import { Button } from '../../ui/Button.tsx'
import { SaveButtons } from '../../files/SaveButtons.tsx'
import type { WholeLog } from '../store/wholeLog.ts'
import { clearLogAtom } from './logAtoms.ts'
import { logRows } from './logRows.ts'

/** What the log holds, the ways to take it along, and to be rid of it. */
export function LogExport({ log }: { log: WholeLog }) {
  const clear = useSetAtom(clearLogAtom)
  const { checks, findings, unreadable } = log
  if (checks.length + findings.length + unreadable === 0) return <p>{logText.empty}</p>
  return (
    <>
      <p>{logText.total(checks.length)}</p>
      <SaveButtons
        about="shadowban-log"
        rows={() => logRows(checks)}
        json={() => ({ version: 1, checks, findings })}
      />
      <Button wide onClick={() => void clear()}>
        {logText.removeAll}
      </Button>
    </>
  )
}
