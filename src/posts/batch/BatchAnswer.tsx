import { useAtomValue } from 'jotai'
import { text } from '../../text/ja.ts'
import { buttonLinkClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { Link } from '../../ui/Link.tsx'
import { ShareButton } from '../../ui/ShareButton.tsx'
import styles from './BatchAnswer.module.css'
import { doneBatchAtom } from './batchAtoms.ts'
import { historyPath, historyUrl } from '../historyLink.ts'
import { batchShareText } from '../batchShareText.ts'
import { BatchSummary } from '../BatchSummary.tsx'

/** The answer of an ended check, its sharing, and where it is saved. */
export function BatchAnswer() {
  const done = useAtomValue(doneBatchAtom)
  if (!done) return null
  const { results, sessionId } = done.answer
  return (
    <Card>
      <BatchSummary posts={results} />
      <ShareButton label={text.share.batch} words={batchShareText(results, done.at, sessionId)} />
      {sessionId && (
        <div className={styles['saved']}>
          <CopyLink url={historyUrl(sessionId)} />
          <Link to={historyPath(sessionId)} className={buttonLinkClass}>
            {text.history.open}
          </Link>
        </div>
      )}
    </Card>
  )
}
