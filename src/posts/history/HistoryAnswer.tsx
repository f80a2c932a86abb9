import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { SandboxNotice } from '../../check/SandboxNotice.tsx'
import { text } from '../../text/ja.ts'
import { resultText } from '../../text/result.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyLink } from '../../files/CopyLink.tsx'
import { formatSecond } from '../../text/formatTime.ts'
import { ShareButton } from '../../results/ShareButton.tsx'
import { historyAtom } from './historyAtoms.ts'
import { historyUrl } from '../historyLink.ts'
import { KeptNote } from '../KeptNote.tsx'
import { SaveButtons } from '../../files/SaveButtons.tsx'
import { batchData, batchRows } from '../batchFile.ts'
import { batchShareText } from '../batchShareText.ts'
import { AuthorLinks } from '../AuthorLinks.tsx'
import { BatchSummary } from '../BatchSummary.tsx'

/** The saved result: its verdict, its time, sharing and files. */
export function HistoryAnswer() {
  const { sessionId } = useParams()
  const saved = useAtomValue(historyAtom)
  if (!saved || saved.id !== sessionId) return null
  const { results, timestamp, keptDays } = saved.history
  return (
    <Card>
      <SandboxNotice />
      <BatchSummary posts={results} time={text.history.time(formatSecond(timestamp))} />
      <AuthorLinks posts={results} />
      <ShareButton label={resultText.share.batch} words={batchShareText(results, timestamp, saved.id)} />
      <CopyLink words={resultText.copy} url={historyUrl(saved.id)} />
      <SaveButtons
        about="posts"
        time={timestamp}
        rows={() => batchRows(results)}
        json={() => batchData(results, timestamp)}
      />
      <KeptNote days={keptDays} />
    </Card>
  )
}
