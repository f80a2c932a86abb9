import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { SaveCsvButton, SaveJsonButton } from '../ui/SaveButtons.tsx'
import { withTimes } from '../lib/fileFormats.ts'
import rowStyles from '../results/ShareRow.module.css'
import { StoredCard } from '../results/StoredRecords.tsx'
import { accountsOf } from '../results/changes.ts'
import type { WholeLog } from '../storage/stores.ts'
import { text } from '../text/ja.ts'
import { logText } from '../text/log.ts'
import { PageHeading } from '../ui/Card.tsx'
import { Button, ButtonLink, TextLink } from '../ui/controls.tsx'
import { BatchesCard, LogAccountCard, PostObservationsCard } from './LogCards.tsx'
import { followLogAtom, logAtoms, logRows } from './logAtoms.ts'
import styles from './LogPage.module.css'

const FILE = 'shadowban-log'

function LogExport({ log }: { log: WholeLog }) {
  const clear = useSetAtom(logAtoms.clearAtom)
  const { checks, batches, findings, postFindings, months, unreadable } = log
  const records = [checks, batches, findings, postFindings, months]
  if (unreadable === 0 && records.every(({ length }) => length === 0))
    return (
      <>
        <p>{logText.empty}</p>
        <ButtonLink to="/">{text.form.user.submit}</ButtonLink>
      </>
    )
  return (
    <>
      <p>{logText.total(checks.length + batches.length)}</p>
      {months.length > 0 && (
        <p>
          <TextLink to="/report">{logText.months(months.length)}</TextLink>
        </p>
      )}
      <div className={`cluster screen-only ${rowStyles['row']}`}>
        <SaveCsvButton short about={FILE} rows={() => logRows(checks, batches)} />
        <SaveJsonButton
          short
          about={FILE}
          json={() => ({
            version: 1,
            checks: checks.map(withTimes),
            batches: batches.map(withTimes),
            findings: findings.map(withTimes),
            postFindings: postFindings.map(withTimes),
            reports: months.map(withTimes),
          })}
        />
        <Button onClick={() => void clear()}>{logText.removeAll}</Button>
      </div>
      {batches.some(({ sessionId }) => sessionId) && <p className="small">{logText.removesLinks}</p>}
    </>
  )
}

/** /log: what this device keeps. */
export function LogPage() {
  const log = useAtomValue(logAtoms.allAtom)
  const followLog = useSetAtom(followLogAtom)
  // A watch ends when its account's checks are deleted or the log is switched off.
  useEffect(() => void (log && followLog()), [log, followLog])
  return (
    <>
      <div>
        <PageHeading>{logText.h1}</PageHeading>
        <p className="muted">{logText.lead}</p>
      </div>
      <StoredCard atoms={logAtoms} label={logText.h1} switchLabel={logText.keep}>
        {log && <LogExport log={log} />}
      </StoredCard>
      {log && (
        <div className={styles['accounts']}>
          {accountsOf(log.checks, log.findings).map((account) => (
            <LogAccountCard key={account.account} {...account} />
          ))}
          <BatchesCard batches={log.batches} />
          <PostObservationsCard findings={log.postFindings} />
        </div>
      )}
    </>
  )
}
