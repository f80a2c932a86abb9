import { useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useEffect } from 'react'
import { BANS } from '../../contract/outcomes.ts'
import { isDemo } from '../check/upstream.ts'
import { CheckFailure, leavesPostsOnly } from '../check/CheckFailure.tsx'
import { StageProgress } from '../check/CheckProgress.tsx'
import { SandboxNotice } from '../check/capabilities.tsx'
import { shareUrl } from '../config.ts'
import { FeedbackTokensProvider } from '../observations/ObservationField.tsx'
import { observedAtom } from '../observations/observations.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { PictureButton } from '../ui/PictureButton.tsx'
import { Answer } from '../results/Answer.tsx'
import { POSTS_ID } from '../results/PostList.tsx'
import { accountMethod, askedLine } from '../results/method.ts'
import { ActionRow } from '../results/ShareRow.tsx'
import { judgedCount } from '../results/verdicts.ts'
import { Paragraph, Paragraphs, Sentence } from '../text/Sentence.tsx'
import { guideText } from '../text/guide.ts'
import { formatMinute } from '../text/japanese.ts'
import { text } from '../text/ja.ts'
import { logText } from '../text/log.ts'
import { resultText, xAppeal } from '../text/result.ts'
import { Card } from '../ui/Card.tsx'
import { Button, ButtonLink, OutLink, TextLink } from '../ui/controls.tsx'
import { useTitle } from '../ui/hooks.tsx'
import { BanList, GuideToRest, ScoreBar, unjudged } from './BanList.tsx'
import { SandboxHelp } from './AccountForm.tsx'
import { cancelAtom, repeatAtom, retryAtom, unfoldAtom } from './accountAtoms.ts'
import { accountFlow } from './accountFlow.ts'
import {
  accountVerdict,
  doubtsAbout,
  hasNoMethod,
  isLimited,
  isShareable,
  missingPosts,
  postCounts,
  postsLine,
  showsBanStates,
} from './accountVerdict.ts'
import type { Verdict } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'
import { GuideOffer, PictureSwitch } from './guide/BanGuide.tsx'
import { FoundPlans } from './guide/Plan.tsx'
import { isPicturedAtom } from './guide/guideAtoms.ts'
import { changeAtom, storeCheckAtom, storeOutcomeAtom } from './accountLog.ts'
import { accountPicture, accountShareText } from './share.ts'
import styles from './AccountResult.module.css'

export function AccountProgress() {
  const running = useAtomValue(accountFlow.runningAtom)
  const cancel = useSetAtom(cancelAtom)
  if (!running) return null
  return (
    <StageProgress
      stage={running.stage}
      sentence={running.asked.posts ? text.loading.posts : text.loading.simple}
      onCancel={cancel}
    />
  )
}

export function AccountFailure() {
  const failed = useAtomValue(accountFlow.failedAtom)
  const retry = useSetAtom(retryAtom)
  if (!failed) return null
  const { asked, failure } = failed
  const hasOwn = asked.variant === 'test' && failure.status !== undefined
  return (
    <CheckFailure
      key={failed.endedAt}
      failed={failed}
      {...(hasOwn && { sentence: text.alert.failedCode })}
      onRetry={() => void retry()}
    >
      {leavesPostsOnly(failure) && (
        <>
          <ButtonLink to="/tweetcheck">{text.form.user.checkPost}</ButtonLink>
          {/* Without a result, visitors can still check by hand on X. */}
          <GuideOffer name={asked.screenName} bans={BANS} />
        </>
      )}
    </CheckFailure>
  )
}

function RepeatButton() {
  const repeat = useSetAtom(repeatAtom)
  return <Button onClick={() => void repeat()}>{text.action.retry}</Button>
}

function PostsNote({ result }: { result: AccountResult }) {
  const counts = postCounts(result)
  const line = counts && postsLine(counts)
  if (!line) return null
  if (!line.isFinding) return <Paragraph className="verdict">{line.sentence}</Paragraph>
  return (
    <p>
      <a href={`#${POSTS_ID}`} className={`verdict touchable ${styles['finding']}`}>
        <Sentence>{line.sentence}</Sentence>
      </a>
    </p>
  )
}

const { state: words } = resultText

/** Says why the account could not be judged, unless the verdict says so already, and what the visitor can do about it. */
function ReasonNote({ result, verdict: { reason, sentence } }: { result: AccountResult; verdict: Verdict }) {
  const unfold = useSetAtom(unfoldAtom)
  const isNotFound = reason === 'not_found'
  const isInvented = isDemo(result) && isNotFound
  const { reset } = result.api_status.userSearchGroup
  return (
    <>
      {reason && sentence !== words[reason].title && <p className="bold">{words[reason].title}</p>}
      {isInvented && (
        <>
          <Paragraph>{words.not_found.demo}</Paragraph>
          <SandboxHelp onChoice={unfold} />
        </>
      )}
      {isNotFound && !isInvented && <Paragraph>{words.not_found.about(result.screenName)}</Paragraph>}
      {reason && !isNotFound && reason !== 'rate_limit' && <Paragraph>{words[reason].about}</Paragraph>}
      {reason === 'suspend' && (
        <p>
          <OutLink href={xAppeal.url}>{xAppeal.name}</OutLink>
        </p>
      )}
      {isLimited(result) && (
        <>
          {reason !== 'rate_limit' && <Paragraph>{words.rate_limit.title}</Paragraph>}
          {reset !== undefined && <Paragraph>{words.worthAt(formatMinute(reset))}</Paragraph>}
          <RepeatButton />
        </>
      )}
    </>
  )
}

/** Says whose result this is and when X was asked. Demo data does not come from X, so it has only the time of the check. */
function Asked({ result, at }: { result: AccountResult; at: number }) {
  const method = isDemo(result) ? null : accountMethod(result)
  return (
    <p className="line muted small">
      <span className="unbroken">@{result.screenName}</span>
      <Sentence>{method ? askedLine(method, at) : formatMinute(at)}</Sentence>
    </p>
  )
}

function ResultLinks({ isShareable }: { isShareable: boolean }) {
  const outcome = useAtomValue(storeOutcomeAtom)
  return (
    <div className={`line small ${styles['links']}`}>
      {isShareable && (
        <p>
          <TextLink to="/report">{guideText.report}</TextLink>
        </p>
      )}
      {outcome === 'full' ? (
        <p>{logText.full}</p>
      ) : (
        <p className={styles['log']} data-kept={outcome === 'kept'}>
          <TextLink to="/log">{logText.h1}</TextLink>
        </p>
      )}
    </div>
  )
}

export function AccountResultCard() {
  const done = useAtomValue(accountFlow.doneAtom)
  const verdict = done && accountVerdict(done.answer, done.asked)
  useTitle(verdict && resultText.verdict.title(done.answer.screenName, verdict.sentence))
  const change = useAtomValue(changeAtom)
  const endedAt = done?.endedAt
  const store = useSetAtom(storeCheckAtom)
  useEffect(() => {
    if (endedAt !== undefined) void store()
  }, [endedAt, store])
  if (!done || !verdict) return null
  const { answer: result, asked, endedAt: at } = done
  const unjudged = showsBanStates(result) ? BANS.length - judgedCount(result) : 0
  const missing = showsBanStates(result) ? missingPosts(result, asked.posts) : null
  return (
    <Card data-answer>
      {verdict.reason !== 'not_found' && <SandboxNotice upstream={result.upstream} />}
      <Answer {...verdict} arrival={at} change={change}>
        {unjudged > 0 && unjudged < BANS.length && (
          <p>{(hasNoMethod(result) ? resultText.verdict.noMethod : resultText.verdict.unjudged)(unjudged)}</p>
        )}
        <ReasonNote result={result} verdict={verdict} />
        <PostsNote result={result} />
        {/* The card of the posts says why they are missing. */}
        <Paragraph>{missing && resultText.verdict.postsMissing}</Paragraph>
        {missing?.canRetry && <RepeatButton />}
        <Paragraphs>{doubtsAbout(result)}</Paragraphs>
        <Asked result={result} at={at} />
      </Answer>
      <Details key={at} />
    </Card>
  )
}

/** The details of the result. They are rendered after the verdict has been painted. */
function Details() {
  const done = useDeferredValue(useAtomValue(accountFlow.doneAtom), null)
  const getObserved = useAtomValue(observedAtom)
  const isPictured = useAtomValue(isPicturedAtom)
  if (!done) return <span data-unfinished hidden />
  const { answer: result, asked, endedAt: at } = done
  const isSandbox = isDemo(result)
  const observed = isPictured ? getObserved : null
  const found = showsBanStates(result) ? BANS.filter((ban) => result[ban] === true) : []
  const share = { about: resultText.share.account, words: accountShareText(result, at, isSandbox) }
  return (
    <>
      {showsBanStates(result) && <ScoreBar result={result} />}
      <FeedbackTokensProvider feedbackTokens={result.agreement} since={at}>
        <BanList result={result} />
      </FeedbackTokensProvider>
      <FoundPlans bans={found} name={result.screenName} at={at} />
      {showsBanStates(result) && <GuideToRest result={result} />}
      <ActionRow
        share={isShareable(result) ? share : null}
        leads={found.length === 0 && unjudged(result).length === 0}
        picture={
          <PictureButton
            short
            about="shadowban"
            words={share.words}
            picture={() => accountPicture(result, at, { asked, isSandbox, observed })}
          />
        }
      >
        <PictureSwitch />
        <CopyLink url={shareUrl(`?screen_name=${result.screenName}`)} label={resultText.share.copyCheck} />
      </ActionRow>
      <ResultLinks isShareable={isShareable(result)} />
    </>
  )
}

/** Exported here so that this card is loaded in the same chunk as the cards above, which the form does not need. */
export { LatestPostsCard } from './LatestPostsCard.tsx'
