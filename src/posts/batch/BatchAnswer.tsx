import { useAtomValue, useSetAtom } from 'jotai'
import { adviceFor } from '../../check/adviceFor.ts'
import { SandboxNotice } from '../../check/SandboxNotice.tsx'
import { Sentence } from '../../text/Sentence.tsx'
import { text } from '../../text/ja.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonLinkClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { useOnline } from '../../ui/useOnline.tsx'
import { postsToRepeat } from '../../results/postsToRepeat.ts'
import { BatchActions } from '../BatchActions.tsx'
import { BatchSummary } from '../BatchSummary.tsx'
import { historyPath } from '../../results/historyLink.ts'
import styles from './BatchAnswer.module.css'
import { doneBatchAtom, repeatBatchAtom } from './batchAtoms.ts'

/** The result of a finished check: its verdict with a retry for what failed, and one row of what can be done with it. */
export function BatchAnswer() {
  const done = useAtomValue(doneBatchAtom)
  const repeat = useSetAtom(repeatBatchAtom)
  if (!done) return null
  const { results, sessionId, keptDays } = done.answer
  return (
    <Card>
      <SandboxNotice />
      <BatchSummary
        posts={results}
        arrival={done.endedAt}
        retry={<Button onClick={repeat}>{text.action.retry}</Button>}
      />
      <RepeatFailure />
      <BatchActions posts={results} at={done.asked.at} sessionId={sessionId}>
        {sessionId && (
          <Link to={historyPath(sessionId)} className={buttonLinkClass}>
            {text.history.open}
          </Link>
        )}
        {sessionId && keptDays !== undefined && (
          <p className={styles['kept']}>{text.history.kept(keptDays)}</p>
        )}
      </BatchActions>
    </Card>
  )
}

/** Why the last try to check posts again failed. When only the connection was missing, it retries once that is back. */
function RepeatFailure() {
  const done = useAtomValue(doneBatchAtom)
  const repeat = useSetAtom(repeatBatchAtom)
  const failure = done?.repeatFailure
  useOnline(repeat, failure?.kind === 'offline' || failure?.kind === 'unloaded')
  const count = postsToRepeat(done?.answer.results ?? []).length
  if (!failure || count === 0) return null
  return (
    <Alert title={text.post.againFailed(count)}>
      <p>
        <Sentence>{adviceFor(failure)}</Sentence>
      </p>
    </Alert>
  )
}
