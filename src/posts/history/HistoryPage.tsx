import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { useCallback, useMemo } from 'react'
import { HISTORY_PATH } from '../../../contract/paths.ts'
import { AdSlot } from '../../ads/AdSlot.tsx'
import {
  PageUsageAndNotices,
  SandboxNotice,
  loadCapabilitiesAtom,
  capabilitiesAtom,
} from '../../check/capabilities.tsx'
import { isDemoResult } from '../../check/upstream.ts'
import { createFlow } from '../../check/createFlow.ts'
import { usePrefetch } from '../../ui/Lazy.tsx'
import { lazyModule } from '../../lib/loadChunk.ts'
import { storeInTab } from '../../lib/tabStore.ts'
import { countUnjudged, postsToRecheck } from '../../results/posts.ts'
import type { ListedPost } from '../../results/posts.ts'
import { text } from '../../text/ja.ts'
import { formatShortTime } from '../../text/japanese.ts'
import { resultText } from '../../text/result.ts'
import { Card, PageHeading } from '../../ui/Card.tsx'
import { Announcer } from '../../ui/Notice.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { Button } from '../../ui/controls.tsx'
import { useWhenOnline, usePageLifecycle } from '../../ui/hooks.tsx'
import { readBatchesBefore, withEarlierResults } from '../comparison.ts'
import { BackLink, BatchActions, BatchPostsCard, BatchSummary } from '../BatchCards.tsx'
import type { FinishedBatch } from '../../results/finishedBatch.ts'
import { POST_STORAGE_KEYS } from '../keys.ts'

const fetchModule = lazyModule(async () => (await import('./fetchHistory.ts')).fetchHistory)

/** Asks for a batch's id. Nothing is shown of a failed fetch. */
export const historyFlow = createFlow<string, FinishedBatch>()
const isOfflineAtom = atom((get) => {
  const kind = get(historyFlow.failedAtom)?.failure.kind
  return kind === 'offline' || kind === 'unloaded'
})
/** Says how long saved results are kept or, if that is why there is none, that there is no connection. */
const retentionSentenceAtom = atom((get) =>
  get(isOfflineAtom)
    ? text.alert.offlinePart
    : resultText.history.keptAlways(
        get(historyFlow.doneAtom)?.result.keptDays ?? get(capabilitiesAtom)?.keptDays,
      ),
)
export const historyAnnouncementAtom = atom((get) => {
  const state = get(historyFlow.stateAtom)
  if (state === 'idle') return ''
  if (state === 'running') return resultText.history.loading
  const saved = get(historyFlow.doneAtom)
  return saved ? resultText.history.time(formatShortTime(saved.result.timestamp)) : get(retentionSentenceAtom)
})

/** Loads a saved batch, unless it is loaded or loading already. A failed load is repeated. */
export const enterHistoryAtom = atom(null, async (get, set, id: string) => {
  if (get(historyFlow.queryAtom) === id && !get(historyFlow.failedAtom)) return
  set(historyFlow.setResultAtom, null)
  await set(historyFlow.runAtom, id, async ({ signal }) => {
    const fetchHistory = await fetchModule.load()
    const batch = await fetchHistory(id, signal)
    return withEarlierResults(batch, await readBatchesBefore(batch))
  })
})

function RetryButton({ posts }: { posts: readonly ListedPost[] }) {
  const navigate = useNavigate()
  const urls = postsToRecheck(posts).map(({ url }) => url)
  const again = () => {
    storeInTab(POST_STORAGE_KEYS.urls, urls)
    void navigate('/tweetcheck/results')
  }
  return (
    <Button kind="filled" onClick={again}>
      {text.post.again(urls.length, countUnjudged(posts))}
    </Button>
  )
}

/** The page /tweetcheck/history/:sessionId shows a batch as the server saved it. */
export function HistoryPage() {
  const sessionId = useLocation().pathname.slice(HISTORY_PATH.length)
  const load = useSetAtom(enterHistoryAtom)
  const ask = useSetAtom(loadCapabilitiesAtom)
  usePrefetch(useMemo(() => [{ prefetch: ask }], [ask]))
  const enter = useCallback(() => void load(sessionId), [load, sessionId])
  usePageLifecycle(enter, useSetAtom(historyFlow.cancelAtom), useSetAtom(historyFlow.abortAtom))
  // Loading failed because there was no connection.
  useWhenOnline(enter)
  const saved = useAtomValue(historyFlow.doneAtom)
  const here = saved?.query === sessionId ? saved : null
  const isLoading = useAtomValue(historyFlow.failedAtom) === null && here === null
  return (
    <>
      <div className="line between">
        <PageHeading>{resultText.history.h1}</PageHeading>
        <BackLink />
      </div>
      <Announcer>{useAtomValue(historyAnnouncementAtom)}</Announcer>
      <TwoColumns
        sticky
        left={
          <>
            {isLoading && <p className="muted">{resultText.history.loading}</p>}
            {!here && <RetentionLine />}
            {here && (
              <Card>
                <SandboxNotice isDemo={isDemoResult(here.result)} />
                <BatchSummary
                  batch={here.result}
                  time={resultText.history.time(formatShortTime(here.result.timestamp))}
                  retry={<RetryButton posts={here.result.results} />}
                />
                {here.result.leftOut !== undefined && here.result.leftOut > 0 && (
                  <p className="muted small">{resultText.history.leftOut(here.result.leftOut)}</p>
                )}
                <BatchActions batch={here.result} />
              </Card>
            )}
          </>
        }
        right={
          <>
            {isLoading && <span data-unfinished hidden />}
            {here && (
              <>
                <BatchPostsCard
                  key={here.query}
                  posts={here.result.results}
                  isDemo={isDemoResult(here.result)}
                />
                <RetentionLine />
              </>
            )}
            <AdSlot />
            <PageUsageAndNotices usage={text.info.usagePost} />
          </>
        }
      />
    </>
  )
}

function RetentionLine() {
  return <p className="muted small">{useAtomValue(retentionSentenceAtom)}</p>
}
