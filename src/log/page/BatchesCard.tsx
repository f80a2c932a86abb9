import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { shownGroups } from '../../../contract/postVerdicts.ts'
import { batchVerdict } from '../../results/batchVerdict.ts'
import { historyPath } from '../../results/historyLink.ts'
import { StateIcon } from '../../results/StateIcon.tsx'
import { formatMinute } from '../../text/formatTime.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../parts/records.module.css'
import type { LoggedBatch } from '../store/LoggedBatch.ts'
import { lookedAt } from '../timeline/lookedAt.ts'
import { logAtoms } from './logAtoms.ts'

/** The checks of posts, newest first, each with what its result said and the way to the batch on the server. */
export function BatchesCard({ batches }: { batches: readonly LoggedBatch[] }) {
  const [now] = useState(() => Date.now())
  if (batches.length === 0) return null
  return (
    <Card aria-label={logText.batches}>
      <h2>{logText.batches}</h2>
      <ol className={styles['records']}>
        {batches.map((batch) => (
          <BatchLine key={batch.at} batch={batch} now={now} />
        ))}
      </ol>
    </Card>
  )
}

type BatchLineProps = { batch: LoggedBatch; now: number }

function BatchLine({ batch, now }: BatchLineProps) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { at, sandbox, counts, failed } = batch
  const { tone, sentence } = batchVerdict(counts, failed)
  const groups = shownGroups(counts).filter((group) => counts[group] > 0)
  const id = `batch-${at}`
  return (
    <li className={styles['record']}>
      <StateIcon tone={tone} />
      <div>
        <p id={id} className={`verdict ${styles['small']}`}>
          <Sentence>{`${formatMinute(at)}${sandbox ? `（${logText.sandbox}）` : ''}`}</Sentence>
        </p>
        <p className="verdict">
          <Sentence>{sentence}</Sentence>
        </p>
        <p className={styles['small']}>
          {logText.batch(
            lookedAt(counts),
            groups.map((group) => `${resultText.badge[group]}${counts[group]}件`),
          )}
        </p>
        <SavedLink batch={batch} now={now} describedBy={id} />
        <Button aria-describedby={id} onClick={() => void remove({ table: 'batches', key: at, row: batch })}>
          {logText.remove}
        </Button>
      </div>
    </li>
  )
}

/** A link as long as the server keeps the batch, as far as it said. */
function SavedLink({ batch, now, describedBy }: BatchLineProps & { describedBy: string }) {
  const { sessionId, keptUntil } = batch
  if (!sessionId) return null
  if (keptUntil !== null && keptUntil < now) {
    return <p className={styles['small']}>{logText.batchGone}</p>
  }
  return (
    <p>
      <Link to={historyPath(sessionId)} className="touchable" aria-describedby={describedBy}>
        {logText.openBatch}
      </Link>
    </p>
  )
}
