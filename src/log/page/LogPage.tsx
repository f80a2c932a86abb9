import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { logText } from '../../text/log.ts'
import { Card } from '../../ui/Card.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useVisit } from '../../ui/useVisit.tsx'
import { Switch } from '../parts/Switch.tsx'
import { UndoBar } from '../parts/UndoBar.tsx'
import { accountsOf } from '../timeline/accountsOf.ts'
import { LogAccountCard } from './LogAccountCard.tsx'
import {
  canUndoAtom,
  diskIsFullAtom,
  leaveLogAtom,
  loadLogAtom,
  logIsOnAtom,
  logStateAtom,
  switchLogAtom,
  undoAtom,
  wholeLogAtom,
} from './logAtoms.ts'
import { LogExport } from './LogExport.tsx'
import styles from './LogPage.module.css'

/** /log: the checks that this device keeps, by account, with what changed from one to the next. */
export function LogPage() {
  const load = useSetAtom(loadLogAtom)
  const enter = useCallback(() => void load(), [load])
  useVisit(enter, useSetAtom(leaveLogAtom))
  return (
    <>
      <div>
        <PageHeading>{logText.h1}</PageHeading>
        <p className={styles['lead']}>{logText.lead}</p>
      </div>
      <LogCard />
      <AccountCards />
    </>
  )
}

function LogCard() {
  const state = useAtomValue(logStateAtom)
  const log = useAtomValue(wholeLogAtom)
  const isOn = useAtomValue(logIsOnAtom)
  const isFull = useAtomValue(diskIsFullAtom)
  const turn = useSetAtom(switchLogAtom)
  const canUndo = useAtomValue(canUndoAtom)
  const undo = useSetAtom(undoAtom)
  return (
    <Card aria-label={logText.h1}>
      <Switch
        label={logText.keep}
        isOn={isOn && state !== 'away'}
        disabled={state !== 'ready'}
        turn={(on) => void turn(on)}
      />
      {state === 'away' && <p>{logText.away}</p>}
      {isFull && <p role="alert">{logText.full}</p>}
      {log && log.unreadable > 0 && <p>{logText.unreadable(log.unreadable)}</p>}
      {log && <LogExport log={log} />}
      <UndoBar canUndo={canUndo} undo={() => void undo()} />
    </Card>
  )
}

function AccountCards() {
  const log = useAtomValue(wholeLogAtom)
  if (!log) return null
  return (
    <div className={styles['accounts']}>
      {accountsOf(log.checks, log.findings).map((account) => (
        <LogAccountCard key={account.account} {...account} />
      ))}
    </div>
  )
}
