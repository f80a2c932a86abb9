import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { SandboxNotice } from '../../check/SandboxNotice.tsx'
import { text } from '../../text/ja.ts'
import { Card } from '../../ui/Card.tsx'
import { formatSecond } from '../../text/formatTime.ts'
import { historyAtom } from './historyAtoms.ts'
import { BatchActions } from '../BatchActions.tsx'
import { BatchSummary } from '../BatchSummary.tsx'
import { RetryLink } from './RetryLink.tsx'

/** The saved result: its verdict, its time, and one row of what can be done with it. */
export function HistoryAnswer() {
  const { sessionId } = useParams()
  const saved = useAtomValue(historyAtom)
  if (!saved || saved.asked !== sessionId) return null
  const { results, timestamp } = saved.answer
  return (
    <Card>
      <SandboxNotice />
      <BatchSummary
        posts={results}
        time={text.history.time(formatSecond(timestamp))}
        retry={<RetryLink posts={results} />}
      />
      <BatchActions posts={results} at={timestamp} sessionId={saved.asked} />
    </Card>
  )
}
