import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { askCapabilitiesAtom, capabilitiesAtom } from '../../check/capabilitiesAtom.ts'
import { useAhead } from '../../load/useAhead.tsx'
import { text } from '../../text/ja.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { PageInfo } from '../../check/PageInfo.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { useOnline } from '../../ui/useOnline.tsx'
import { useVisit } from '../../ui/useVisit.tsx'
import { BackLink } from '../BackLink.tsx'
import { HistoryAnswer } from './HistoryAnswer.tsx'
import {
  enterHistoryAtom,
  historyAnnouncementAtom,
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
  const here = saved?.asked === sessionId ? saved : null
  const loading = useAtomValue(historyLoadingAtom)
  const announcement = useAtomValue(historyAnnouncementAtom)
  return (
    <>
      <PageHeading>{text.history.h1}</PageHeading>
      <Announcer>{announcement}</Announcer>
      <TwoColumns
        left={
          <>
            {loading && <p className={styles['loading']}>{text.history.loading}</p>}
            <HistoryAnswer />
            {!here && <Ways />}
          </>
        }
        right={
          <>
            {here && (
              <>
                <BatchPostsCard key={here.asked} posts={here.answer.results} />
                <Ways />
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

/** How long results are kept, which is all that the page says where there is none, and the way to a new check: below the posts. */
function Ways() {
  const saved = useAtomValue(historyAtom)
  const capabilities = useAtomValue(capabilitiesAtom)
  const days = saved?.answer.keptDays ?? capabilities?.keptDays
  return (
    <>
      <p className={styles['kept']}>{text.history.keptAlways(days)}</p>
      <BackLink />
    </>
  )
}

/** Loads the batch while the page is shown. A failed fetch shows nothing, and is repeated once the device is online again. */
function useHistory(sessionId: string): void {
  const load = useSetAtom(enterHistoryAtom)
  const leave = useSetAtom(leaveHistoryAtom)
  const ask = useSetAtom(askCapabilitiesAtom)
  useAhead(useMemo(() => [{ ahead: ask }], [ask]))
  const enter = useCallback(() => void load(sessionId), [load, sessionId])
  useVisit(enter, leave, useSetAtom(haltHistoryAtom))
  useOnline(enter)
}
