import { useAtomValue, useSetAtom } from 'jotai'
import { groupByAccount } from '../results/changes.ts'
import { RemoveAllButton } from '../results/StoredRecords.tsx'
import type { WholeLog } from '../storage/stores.ts'
import { logText } from '../text/log.ts'
import { Paragraphs } from '../text/Sentence.tsx'
import { QuietRow } from '../ui/ActionRow.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { FilePicker } from '../ui/FilePicker.tsx'
import { SaveCsvButton, SaveJsonButton } from '../ui/SaveButtons.tsx'
import { Link, TextLink, filledButtonClass } from '../ui/controls.tsx'
import { BatchesCard, LogAccountCard, PostObservationsCard } from './LogCards.tsx'
import { fileNoteAtom, restoreLogAtom, storedLogAtoms } from './logAtoms.ts'
import { logFileContent, logCsvRows } from './logExport.ts'
import styles from './LogPage.module.css'

const FILE = 'shadowban-log'

/** Whether the device stores nothing that the log shows. */
export function isLogEmpty({ checks, batches, observations, months, measurements, unreadable }: WholeLog) {
  const records = [checks, batches, observations, months]
  return unreadable + measurements === 0 && records.every(({ length }) => length === 0)
}

/** Says that the log has no records, and leads to the checks that make some. */
export function EmptyLog({ isOn }: { isOn: boolean }) {
  const { title, whileOn, whileOff, account, posts } = logText.empty
  return (
    <Card>
      <CardHeading>{title}</CardHeading>
      <p>{isOn ? whileOn : whileOff}</p>
      <div className="line">
        <Link to="/" className={filledButtonClass}>
          {account}
        </Link>
        <TextLink to="/tweetcheck">{posts}</TextLink>
      </div>
    </Card>
  )
}

/** The files of the log: saving, reading back and deleting all of it. */
export function LogFiles({ log }: { log: WholeLog }) {
  const clear = useSetAtom(storedLogAtoms.clearAtom)
  const restore = useSetAtom(restoreLogAtom)
  const note = useAtomValue(fileNoteAtom)
  const { checks, batches, months, measurements } = log
  const isEmpty = isLogEmpty(log)
  return (
    <>
      {months.length > 0 && (
        <p>
          <TextLink to="/report">{logText.months(months.length)}</TextLink>
        </p>
      )}
      {measurements > 0 && (
        <p>
          <TextLink to="/pow">{logText.measurements(measurements)}</TextLink>
        </p>
      )}
      <QuietRow>
        {!isEmpty && (
          <>
            <SaveCsvButton short about={FILE} rows={() => logCsvRows(checks, batches)} />
            <SaveJsonButton short about={FILE} json={() => logFileContent(log)} />
          </>
        )}
        <FilePicker accept=".json,application/json" onFiles={(files) => void restore(files)}>
          {logText.file.restore}
        </FilePicker>
        {!isEmpty && <RemoveAllButton onClick={() => void clear()} />}
      </QuietRow>
      <output className="small">{note && logText.file[note]}</output>
      <div className="muted small screen-only">
        <Paragraphs>
          {[
            logText.lead,
            logText.safari,
            ...(batches.some(({ sessionId }) => sessionId) ? [logText.removesLinks] : []),
          ]}
        </Paragraphs>
      </div>
    </>
  )
}

export function LogRecords({ log }: { log: WholeLog }) {
  return (
    <div className={styles['accounts']}>
      {groupByAccount(log.checks, log.observations).map((account) => (
        <LogAccountCard key={account.account} {...account} />
      ))}
      <BatchesCard batches={log.batches} />
      <PostObservationsCard observations={log.observations} />
    </div>
  )
}
