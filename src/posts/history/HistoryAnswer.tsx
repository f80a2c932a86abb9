import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { text } from '../../text/ja.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { formatSecond } from '../../ui/formatTime.ts'
import { ShareButton } from '../../ui/ShareButton.tsx'
import { historyAtom } from './historyAtoms.ts'
import { historyUrl } from '../historyLink.ts'
import { batchShareText } from '../batchShareText.ts'
import { BatchSummary } from '../BatchSummary.tsx'

/** What was saved, when, and how to pass it on. */
export function HistoryAnswer() {
  const { sessionId } = useParams()
  const saved = useAtomValue(historyAtom)
  if (!saved || saved.id !== sessionId) return null
  const { results, timestamp } = saved.history
  return (
    <Card>
      <BatchSummary posts={results} time={text.history.time(formatSecond(timestamp))} />
      <ShareButton label={text.share.batch} words={batchShareText(results, timestamp, saved.id)} />
      <CopyLink url={historyUrl(saved.id)} />
    </Card>
  )
}
