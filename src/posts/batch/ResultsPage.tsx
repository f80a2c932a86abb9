import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { text } from '../../text/ja.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { Sentence } from '../../text/Sentence.tsx'
import { formatSecond } from '../../text/formatTime.ts'
import { InfoSections } from '../../ui/InfoSections.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { useVisit } from '../../ui/useVisit.tsx'
import { BackLink } from '../BackLink.tsx'
import { batchAnnouncementAtom } from './batchAnnouncementAtom.ts'
import { BatchAnswer } from './BatchAnswer.tsx'
import { batchPostsAtom, batchTimeAtom, enterBatchAtom, haltBatchAtom, leaveBatchAtom } from './batchAtoms.ts'
import { BatchFailure } from './BatchFailure.tsx'
import { BatchProgress } from './BatchProgress.tsx'
import { PostHeading } from '../PostHeading.tsx'
import { BatchPostsCard } from '../BatchPostsCard.tsx'
import styles from './ResultsPage.module.css'

/** /tweetcheck/results: checks what the form handed over. */
export function ResultsPage() {
  useBatch()
  const posts = useAtomValue(batchPostsAtom)
  const at = useAtomValue(batchTimeAtom)
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
            <BackLink />
          </>
        }
        right={
          <>
            {posts && <BatchPostsCard posts={posts} />}
            <AdSlot />
            <InfoSections usage={text.info.usagePost} />
          </>
        }
      />
    </>
  )
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
