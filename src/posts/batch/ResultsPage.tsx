import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate, useNavigationType } from 'react-router-dom'
import { useCallback, useEffect, useState } from 'react'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { CheckFailure } from '../../check/CheckFailure.tsx'
import { StageProgress } from '../../check/CheckProgress.tsx'
import { PageUsageAndNotices, SandboxNotice } from '../../check/capabilities.tsx'
import { isDemoResult } from '../../check/upstream.ts'
import { historyPath, historyUrl, postsToRecheck } from '../../results/posts.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { text } from '../../text/ja.ts'
import { formatSecond } from '../../text/japanese.ts'
import { resultText } from '../../text/result.ts'
import { Card } from '../../ui/Card.tsx'
import { Announcer } from '../../ui/Notice.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { Button, ButtonLink } from '../../ui/controls.tsx'
import { useHistoryEntryTest, usePageLifecycle } from '../../ui/hooks.tsx'
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
} from './batch.ts'

function BatchAnswer() {
  const shown = useAtomValue(shownBatchAtom)
  const repeat = useSetAtom(recheckPostsAtom)
  const isInRow = useAtomValue(recheckedUrlAtom) !== null
  if (!shown) return null
  const { results, sessionId, keptDays, savedRows } = shown.result
  const open = postsToRecheck(results).map(({ url }) => url)
  return (
    <Card>
      <SandboxNotice isDemo={isDemoResult(shown.result)} />
      <BatchSummary
        batch={shown.result}
        arrival={isInRow ? undefined : shown.endedAt}
        retry={<Button onClick={() => repeat(open)}>{text.post.again(open.length)}</Button>}
      />
      <BatchFailure within="answer" />
      {savedRows !== undefined && (
        <p className="muted small">{resultText.postsVerdict.savedRows(savedRows)}</p>
      )}
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
  useBatch()
  const posts = useAtomValue(batchPostsAtom)
  const at = useAtomValue(batchTimeAtom)
  const shown = useAtomValue(shownBatchAtom)
  const again = useSetAtom(recheckRowAtom)
  const rechecked = useAtomValue(recheckedUrlAtom)
  return (
    <>
      <div>
        <PostHeading />
        <p className="reserved muted small tabular">
          {at !== null && <Sentence>{text.post.time(formatSecond(at))}</Sentence>}
        </p>
      </div>
      <Announcer>{useAtomValue(batchAnnouncementAtom)}</Announcer>
      <TwoColumns
        sticky
        left={
          <>
            <BatchProgress within="page" />
            <BatchFailure within="nothing" />
            <BatchAnswer />
            {!posts && <BackLink />}
          </>
        }
        right={
          <>
            {posts && (
              <>
                <BatchPostsCard
                  posts={posts}
                  isDemo={shown !== null && isDemoResult(shown.result)}
                  onAgain={again}
                  rechecked={rechecked}
                  rowNote={rowNote}
                />
                <BackLink />
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

/** Runs the check while the page is shown, and leaves when there is nothing that can be checked. A reload then shows what the server saved. */
function useBatch(): void {
  const start = useSetAtom(enterBatchAtom)
  const leave = useSetAtom(batchFlow.cancelAtom)
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  // A later navigation within the page, e.g. to a hash, does not enter it again.
  const [isBack] = useState(navigationType === 'POP')
  const enter = useCallback(
    () => start(isBack, (path) => void navigate(path, { replace: true })),
    [start, isBack, navigate],
  )
  usePageLifecycle(enter, leave, useSetAtom(batchFlow.abortAtom))
  const sessionId = useAtomValue(batchFlow.doneAtom)?.result.sessionId
  const isCurrentEntry = useHistoryEntryTest()
  useEffect(() => {
    if (sessionId && isCurrentEntry()) history.replaceState(history.state, '', historyUrl(sessionId))
  }, [sessionId, isCurrentEntry])
}
