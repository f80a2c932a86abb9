import { useAtomValue, useSetAtom } from 'jotai'
import { adviceFor } from '../../check/adviceFor.ts'
import { SandboxNotice } from '../../check/SandboxNotice.tsx'
import { Sentence } from '../../text/Sentence.tsx'
import { text } from '../../text/ja.ts'
import { resultText } from '../../text/result.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonLinkClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyLink } from '../../files/CopyLink.tsx'
import { Link } from '../../ui/Link.tsx'
import { useOnline } from '../../ui/useOnline.tsx'
import { ShareButton } from '../../results/ShareButton.tsx'
import { AuthorLinks } from '../AuthorLinks.tsx'
import { SaveButtons } from '../../files/SaveButtons.tsx'
import { batchData, batchRows } from '../batchFile.ts'
import { batchShareText } from '../batchShareText.ts'
import { BatchSummary } from '../BatchSummary.tsx'
import { historyPath, historyUrl } from '../historyLink.ts'
import { KeptNote } from '../KeptNote.tsx'
import styles from './BatchAnswer.module.css'
import { doneBatchAtom, repeatBatchAtom } from './batchAtoms.ts'
import { urlsToRepeat } from './repeat.ts'

/** The result of a finished check: its verdict, a retry for what failed, sharing, files, and the link to the saved batch. */
export function BatchAnswer() {
  const done = useAtomValue(doneBatchAtom)
  if (!done) return null
  const { results, sessionId, keptDays } = done.answer
  return (
    <Card>
      <SandboxNotice />
      <BatchSummary posts={results} arrival={done.endedAt} />
      <Repeat />
      <AuthorLinks posts={results} />
      <ShareButton label={resultText.share.batch} words={batchShareText(results, done.at, sessionId)} />
      <SaveButtons
        about="posts"
        time={done.at}
        rows={() => batchRows(results)}
        json={() => batchData(results, done.at)}
      />
      {sessionId && (
        <>
          <div className={styles['saved']}>
            <CopyLink words={resultText.copy} url={historyUrl(sessionId)} />
            <Link to={historyPath(sessionId)} className={buttonLinkClass}>
              {text.history.open}
            </Link>
          </div>
          <KeptNote days={keptDays} />
        </>
      )}
    </Card>
  )
}

/** A button to check posts again that could not be judged, with the reason of the last failure. When only the connection was missing, it retries once that is back. */
function Repeat() {
  const done = useAtomValue(doneBatchAtom)
  const repeat = useSetAtom(repeatBatchAtom)
  const failed = done?.repeatFailure?.kind
  useOnline(repeat, failed === 'offline' || failed === 'unloaded')
  const count = done ? urlsToRepeat(done.answer.results).length : 0
  if (!done || count === 0) return null
  return (
    <>
      {done.repeatFailure && (
        <Alert title={text.post.againFailed(count)}>
          <p>
            <Sentence>{adviceFor(done.repeatFailure)}</Sentence>
          </p>
        </Alert>
      )}
      <Button wide onClick={repeat}>
        {text.post.again(count)}
      </Button>
    </>
  )
}
