import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate, useParams } from 'react-router-dom'
import { useCallback, useMemo } from 'react'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { PageInfo, SandboxNotice, askCapabilitiesAtom } from '../../check/capabilities.tsx'
import { usePrefetch } from '../../lib/Lazy.tsx'
import { storeInTab } from '../../lib/tabStore.ts'
import { postsToRepeat } from '../../results/posts.ts'
import type { ListedPost } from '../../results/posts.ts'
import { text } from '../../text/ja.ts'
import { formatSecond } from '../../text/japanese.ts'
import { Card, PageHeading } from '../../ui/Card.tsx'
import { Announcer } from '../../ui/Notice.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { useOnline, usePageLifecycle } from '../../ui/hooks.tsx'
import { KEYS } from '../form/rowsAtoms.ts'
import { BackLink, BatchActions, BatchPostsCard, BatchSummary } from '../BatchCards.tsx'
import {
  enterHistoryAtom,
  historyAnnouncementAtom,
  historyFlow,
  historyLoadingAtom,
  retentionSentenceAtom,
} from './historyAtoms.ts'

function RetryButton({ posts }: { posts: readonly ListedPost[] }) {
  const navigate = useNavigate()
  const urls = postsToRepeat(posts).map(({ url }) => url)
  const again = () => {
    storeInTab(KEYS.urls, urls)
    void navigate('/tweetcheck/results')
  }
  return (
    <button type="button" className="link-button" onClick={again}>
      {text.post.again(urls.length)}
    </button>
  )
}

/** /tweetcheck/history/:sessionId: a batch as it was saved. */
export function HistoryPage() {
  const { sessionId = '' } = useParams()
  const load = useSetAtom(enterHistoryAtom)
  const ask = useSetAtom(askCapabilitiesAtom)
  usePrefetch(useMemo(() => [{ prefetch: ask }], [ask]))
  const enter = useCallback(() => void load(sessionId), [load, sessionId])
  usePageLifecycle(enter, useSetAtom(historyFlow.leaveAtom), useSetAtom(historyFlow.haltAtom))
  // Where it failed without a connection.
  useOnline(enter)
  const saved = useAtomValue(historyFlow.doneAtom)
  const here = saved?.asked === sessionId ? saved : null
  const loading = useAtomValue(historyLoadingAtom)
  return (
    <>
      <PageHeading>{text.history.h1}</PageHeading>
      <Announcer>{useAtomValue(historyAnnouncementAtom)}</Announcer>
      <TwoColumns
        left={
          <>
            {loading && <p className="muted">{text.history.loading}</p>}
            {!here && <Ways />}
            {here && (
              <Card>
                <SandboxNotice />
                <BatchSummary
                  posts={here.answer.results}
                  time={text.history.time(formatSecond(here.answer.timestamp))}
                  retry={<RetryButton posts={here.answer.results} />}
                />
                <BatchActions posts={here.answer.results} at={here.answer.timestamp} sessionId={here.asked} />
              </Card>
            )}
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

function Ways() {
  return (
    <>
      <p className="muted small">{useAtomValue(retentionSentenceAtom)}</p>
      <BackLink />
    </>
  )
}
