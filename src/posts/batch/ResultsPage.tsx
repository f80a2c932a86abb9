import { useAtomValue, useSetAtom } from 'jotai'
import { useHref, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useCallback, useEffect, useState } from 'react'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { CheckFailure } from '../../check/CheckFailure.tsx'
import { StageProgress } from '../../check/CheckProgress.tsx'
import { PageUsageAndNotices, SandboxNotice } from '../../check/capabilities.tsx'
import { isDemoResult } from '../../check/upstream.ts'
import { historyPath, historyUrl } from '../../config.ts'
import { countUnjudged, postsToRecheck } from '../../results/posts.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { text } from '../../text/ja.ts'
import { formatSecond } from '../../text/japanese.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import { Card } from '../../ui/Card.tsx'
import { Announcer } from '../../ui/Notice.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { Button, ButtonLink } from '../../ui/controls.tsx'
import { usePageLifecycle } from '../../ui/hooks.tsx'
import { BackLink, BatchActions, BatchPostsCard, BatchSummary } from '../BatchCards.tsx'
import { PostHeading } from '../PostHeading.tsx'
import {
  batchAnnouncementAtom,
  batchFlow,
  batchPostsAtom,
  batchTimeAtom,
  cancelBatchAtom,
  enterBatchAtom,
  recheckedUrlAtom,
  recheckRowAtom,
  recheckPostsAtom,
  retryFailedBatchCheckAtom,
  shownBatchAtom,
  storeOutcomeAtom,
} from './batch.ts'

function BatchAnswer() {
  const shown = useAtomValue(shownBatchAtom)
  const repeat = useSetAtom(recheckPostsAtom)
  const isInRow = useAtomValue(recheckedUrlAtom) !== null
  const fault = logText.fault[useAtomValue(storeOutcomeAtom) ?? 'kept']
  if (!shown) return null
  const { results, sessionId, keptDays, saved } = shown.result
  const open = postsToRecheck(results).map(({ url }) => url)
  return (
    <Card>
      <SandboxNotice isDemo={isDemoResult(shown.result)} />
      <BatchSummary
        batch={shown.result}
        arrival={isInRow ? undefined : shown.endedAt}
        retry={
          <Button kind="filled" onClick={() => repeat(open)}>
            {text.post.again(open.length, countUnjudged(results))}
          </Button>
        }
      />
      <BatchFailure within="answer" />
      {fault && <p className="small">{fault}</p>}
      {saved && <p className="muted small">{resultText.postsVerdict.sharedBefore}</p>}
      <BatchActions batch={shown.result}>
        {sessionId && <ButtonLink to={historyPath(sessionId)}>{resultText.history.open}</ButtonLink>}
        {sessionId && keptDays !== undefined && (
          <p className="muted small">{resultText.history.kept(keptDays)}</p>
        )}
      </BatchActions>
    </Card>
  )
}

function BatchFailure({ within }: { within: 'nothing' | 'answer' | 'row' }) {
  const failed = useAtomValue(batchFlow.failedAtom)
  const done = useAtomValue(batchFlow.doneAtom)
  const retry = useSetAtom(retryFailedBatchCheckAtom)
  const isInRow = useAtomValue(recheckedUrlAtom) !== null
  const place = done ? (isInRow ? 'row' : 'answer') : 'nothing'
  if (!failed || place !== within) return null
  const again = done && { sentence: text.post.againFailed(failed.query.urls.length) }
  return (
    <CheckFailure key={failed.endedAt} failed={failed} {...again} onRetry={retry} isWithin={done !== null} />
  )
}

function BatchProgress({ within }: { within: 'page' | 'row' }) {
  const isInRow = useAtomValue(recheckedUrlAtom) !== null
  const running = useAtomValue(batchFlow.runningAtom)
  const cancel = useSetAtom(cancelBatchAtom)
  const navigate = useNavigate()
  if (!running || isInRow !== (within === 'row')) return null
  return (
    <StageProgress
      stage={running.stage}
      sentence={text.post.checking}
      onCancel={() => {
        if (!cancel()) void navigate('/tweetcheck')
      }}
    />
  )
}

/** The progress or the failure of a check that was started from the row of a post. */
const rowNote = (
  <>
    <BatchProgress within="row" />
    <BatchFailure within="row" />
  </>
)

/** The page /tweetcheck/results, which checks the URLs that the form stored. */
export function ResultsPage() {
  const isOwn = useBatch()
  return (
    <>
      <Announcer>{useAtomValue(batchAnnouncementAtom)}</Announcer>
      {isOwn ? (
        <Results />
      ) : (
        <PostHeading>
          <BackLink />
        </PostHeading>
      )}
    </>
  )
}

function Results() {
  const posts = useAtomValue(batchPostsAtom)
  const at = useAtomValue(batchTimeAtom)
  const shown = useAtomValue(shownBatchAtom)
  const again = useSetAtom(recheckRowAtom)
  const rechecked = useAtomValue(recheckedUrlAtom)
  const isRunning = useAtomValue(batchFlow.stateAtom) === 'running'
  return (
    <>
      <div>
        <PostHeading>
          <BackLink />
        </PostHeading>
        <p className="reserved muted small tabular">
          {at !== null && <Sentence>{text.post.time(formatSecond(at))}</Sentence>}
        </p>
      </div>
      <TwoColumns
        sticky
        left={
          <>
            <BatchProgress within="page" />
            <BatchFailure within="nothing" />
            <BatchAnswer />
          </>
        }
        right={
          <>
            {posts ? (
              <BatchPostsCard
                posts={posts}
                isDemo={shown !== null && isDemoResult(shown.result)}
                onAgain={again}
                rechecked={rechecked}
                rowNote={rowNote}
              />
            ) : (
              isRunning && <span data-unfinished hidden />
            )}
            <AdSlot />
            <PageUsageAndNotices usage={text.info.usagePost} />
          </>
        }
      />
    </>
  )
}

/**
 * Runs the check while the page is shown, and leaves when there is nothing that can be checked. A finished batch puts its saved address in
 * place of the page's, so that a reload shows what the server saved. Returns whether the batch in memory is the one of this history entry.
 */
function useBatch(): boolean {
  const start = useSetAtom(enterBatchAtom)
  const leave = useSetAtom(batchFlow.cancelAtom)
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const { key: entry } = useLocation()
  const ownPath = useHref('/tweetcheck/results')
  // A later navigation within the page, e.g. to a hash, does not enter it again.
  const [arrival] = useState({ entry, isBack: navigationType === 'POP' })
  const enter = useCallback(
    () => start({ ...arrival, leaveTo: (path) => void navigate(path, { replace: true }) }),
    [start, arrival, navigate],
  )
  usePageLifecycle(enter, leave, useSetAtom(batchFlow.abortAtom))
  const isOwn = useAtomValue(batchFlow.queryAtom)?.entry === arrival.entry
  const sessionId = useAtomValue(batchFlow.doneAtom)?.result.sessionId
  useEffect(() => {
    // While the page of a followed link is being loaded, the address is that page's.
    if (isOwn && sessionId && location.pathname === ownPath)
      history.replaceState(history.state, '', historyUrl(sessionId))
  }, [isOwn, sessionId, ownPath])
  return isOwn
}
