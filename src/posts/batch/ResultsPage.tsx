import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { useCallback, useEffect } from 'react'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { FailureNote, adviceFor } from '../../check/CheckFailure.tsx'
import { StageProgress } from '../../check/CheckProgress.tsx'
import { SandboxNotice } from '../../check/SandboxNotice.tsx'
import { PageInfo } from '../../check/capabilities.tsx'
import { TicketsOf } from '../../findings/AnswerOffer.tsx'
import { historyPath, historyUrl, postsToRepeat } from '../../results/posts.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { text } from '../../text/ja.ts'
import { formatSecond } from '../../text/japanese.ts'
import { Card } from '../../ui/Card.tsx'
import { Alert, Announcer, OfflineNotice } from '../../ui/Notice.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { Button, Link, buttonLinkClass } from '../../ui/controls.tsx'
import { useOnline, useVisit } from '../../ui/hooks.tsx'
import { BackLink, BatchActions, BatchPostsCard, BatchSummary } from '../BatchCards.tsx'
import { PostHeading } from '../PostHeading.tsx'
import {
  batchAnnouncementAtom,
  batchPostsAtom,
  batchTimeAtom,
  cancelBatchAtom,
  doneBatchAtom,
  enterBatchAtom,
  failedBatchAtom,
  haltBatchAtom,
  leaveBatchAtom,
  repeatBatchAtom,
  repeatPostAtom,
  retryBatchAtom,
  runningBatchAtom,
} from './batch.ts'

/** The result of a finished check: its verdict with a retry for what failed, and one row of what can be done with it. */
export function BatchAnswer() {
  const done = useAtomValue(doneBatchAtom)
  const repeat = useSetAtom(repeatBatchAtom)
  if (!done) return null
  const { results, sessionId, keptDays } = done.answer
  return (
    <Card>
      <SandboxNotice />
      <BatchSummary
        posts={results}
        arrival={done.endedAt}
        retry={<Button onClick={repeat}>{text.action.retry}</Button>}
      />
      <RepeatFailure />
      <BatchActions posts={results} at={done.asked.at} sessionId={sessionId}>
        {sessionId && (
          <Link to={historyPath(sessionId)} className={buttonLinkClass}>
            {text.history.open}
          </Link>
        )}
        {sessionId && keptDays !== undefined && <p className="muted small">{text.history.kept(keptDays)}</p>}
      </BatchActions>
    </Card>
  )
}

/** Why the last try to check posts again failed. When only the connection was missing, it retries once that is back. */
function RepeatFailure() {
  const done = useAtomValue(doneBatchAtom)
  const repeat = useSetAtom(repeatBatchAtom)
  const failure = done?.repeatFailure
  useOnline(repeat, failure?.kind === 'offline' || failure?.kind === 'unloaded')
  const count = postsToRepeat(done?.answer.results ?? []).length
  if (!failure || count === 0) return null
  return (
    <Alert title={text.post.againFailed(count)}>
      <p>
        <Sentence>{adviceFor(failure)}</Sentence>
      </p>
    </Alert>
  )
}

/** A failed check: what happened, and a button to retry with the same URLs. */
export function BatchFailure() {
  const failed = useAtomValue(failedBatchAtom)
  const retry = useSetAtom(retryBatchAtom)
  if (!failed) return null
  if (failed.failure.kind === 'unloaded') {
    return (
      <Card>
        <OfflineNotice retry={retry} />
      </Card>
    )
  }
  return (
    <FailureNote
      arrival={failed.endedAt}
      sentences={[text.alert.failed, adviceFor(failed.failure)]}
      failure={failed.failure}
      onRetry={retry}
    />
  )
}

/** The running check, if one runs. Cancelling it leads back to the earlier answer, or to the form, which still holds the rows. */
export function BatchProgress() {
  const running = useAtomValue(runningBatchAtom)
  const cancel = useSetAtom(cancelBatchAtom)
  const navigate = useNavigate()
  if (!running) return null
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
        <p className="reserved muted small tabular">
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
