import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { TicketsOf } from '../../agreement/TicketsOf.tsx'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { text } from '../../text/ja.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { Sentence } from '../../text/Sentence.tsx'
import { formatSecond } from '../../text/formatTime.ts'
import { PageInfo } from '../../check/PageInfo.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { useVisit } from '../../ui/useVisit.tsx'
import { BackLink } from '../BackLink.tsx'
import { BatchAnswer } from './BatchAnswer.tsx'
import {
  batchAnnouncementAtom,
  batchPostsAtom,
  batchTimeAtom,
  doneBatchAtom,
  enterBatchAtom,
  haltBatchAtom,
  leaveBatchAtom,
  repeatPostAtom,
} from './batchAtoms.ts'
import { BatchFailure } from './BatchFailure.tsx'
import { BatchProgress } from './BatchProgress.tsx'
import { historyUrl } from '../../results/historyLink.ts'
import { PostHeading } from '../PostHeading.tsx'
import { BatchPostsCard } from '../BatchPostsCard.tsx'
import styles from './ResultsPage.module.css'

/** /tweetcheck/results: checks what the form handed over. */
export function ResultsPage() {
  useBatch()
  useSavedAddress()
  const posts = useAtomValue(batchPostsAtom)
  const at = useAtomValue(batchTimeAtom)
  const done = useAtomValue(doneBatchAtom)
  const again = useSetAtom(repeatPostAtom)
  const announcement = useAtomValue(batchAnnouncementAtom)
  return (
    <>
      <div>
        <PostHeading />
        <p className={styles['time']}>
          {at !== null && <Sentence>{text.post.time(formatSecond(at))}</Sentence>}
        </p>
      </div>
      <Announcer>{announcement}</Announcer>
      <TwoColumns
        left={
          <>
            <BatchProgress />
            <BatchFailure />
            <BatchAnswer />
            {!posts && <BackLink />}
          </>
        }
        right={
          <>
            {posts && (
              <>
                <TicketsOf tickets={done?.answer.agreement} since={done?.endedAt ?? 0}>
                  <BatchPostsCard posts={posts} onAgain={again} />
                </TicketsOf>
                <BackLink />
              </>
            )}
            <AdSlot />
            <PageInfo usage={text.info.usagePost} />
          </>
        }
      />
    </>
  )
}

/** Puts the saved batch's address into the address bar, so that a reload shows what the server holds. The page itself stays as it is. */
function useSavedAddress(): void {
  const sessionId = useAtomValue(doneBatchAtom)?.answer.sessionId
  useEffect(() => {
    if (sessionId) history.replaceState(history.state, '', historyUrl(sessionId))
  }, [sessionId])
}

/** Runs the check while the page is shown, and leaves when there is nothing that can be checked. */
function useBatch(): void {
  const start = useSetAtom(enterBatchAtom)
  const leave = useSetAtom(leaveBatchAtom)
  const navigate = useNavigate()
  const enter = useCallback(() => {
    const elsewhere = start()
    if (elsewhere) void navigate(elsewhere, { replace: true })
  }, [start, navigate])
  useVisit(enter, leave, useSetAtom(haltBatchAtom))
}
