import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { useParams } from 'react-router-dom'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { text } from '../../text/ja.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { InfoSections } from '../../ui/InfoSections.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { useOnline } from '../../ui/useOnline.tsx'
import { useVisit } from '../../ui/useVisit.tsx'
import { BackLink } from '../BackLink.tsx'
import { HistoryAnswer } from './HistoryAnswer.tsx'
import {
  enterHistoryAtom,
  historyAtom,
  historyLoadingAtom,
  haltHistoryAtom,
  leaveHistoryAtom,
} from './historyAtoms.ts'
import styles from './HistoryPage.module.css'
import { BatchPostsCard } from '../BatchPostsCard.tsx'

/** /tweetcheck/history/:sessionId: a batch as it was saved. */
export function HistoryPage() {
  const { sessionId = '' } = useParams()
  useHistory(sessionId)
  const saved = useAtomValue(historyAtom)
  const loading = useAtomValue(historyLoadingAtom)
  return (
    <>
      <PageHeading>{text.history.h1}</PageHeading>
      <Announcer>{loading ? text.history.loading : ''}</Announcer>
      <TwoColumns
        left={
          <>
            {loading && <p className={styles['loading']}>{text.history.loading}</p>}
            <HistoryAnswer />
            <BackLink />
          </>
        }
        right={
          <>
            {saved?.id === sessionId && <BatchPostsCard key={saved.id} posts={saved.history.results} />}
            <AdSlot />
            <InfoSections usage={text.info.usagePost} />
          </>
        }
      />
    </>
  )
}

/** Loads the batch while the page is shown. A failed fetch shows nothing, and is repeated once the device is online again. */
function useHistory(sessionId: string): void {
  const load = useSetAtom(enterHistoryAtom)
  const leave = useSetAtom(leaveHistoryAtom)
  const enter = useCallback(() => void load(sessionId), [load, sessionId])
  useVisit(enter, leave, useSetAtom(haltHistoryAtom))
  useOnline(enter)
}
