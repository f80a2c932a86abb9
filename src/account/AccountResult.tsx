import { useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useEffect } from 'react'
import { BANS, totalOfGroups } from '../../contract/outcomes.ts'
import { CheckFailure, canStillCheckPosts } from '../check/CheckFailure.tsx'
import { StageProgress } from '../check/CheckProgress.tsx'
import { SandboxNotice } from '../check/capabilities.tsx'
import { shareUrl } from '../config.ts'
import { getObservationAtom } from '../observations/observations.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { PictureButton } from '../ui/PictureButton.tsx'
import { ResultAnswer } from '../results/Answer.tsx'
import { POST_LIST_ELEMENT_ID } from '../results/PostList.tsx'
import {
  accountVerdict,
  countJudgedBans,
  foundBans,
  lacksJudgingMethod,
  couldBansBeJudged,
  isCheckShareable,
  lacksPosts,
  latestPostsSummary,
  unjudgedBans,
  storedBanState,
} from '../results/accountVerdict.ts'
import type { AccountVerdict } from '../results/accountVerdict.ts'
import { BanStatesBar } from '../results/BanStatesBar.tsx'
import { factLines, isInVerdict } from '../results/checkFacts.ts'
import type { FactLine } from '../results/checkFacts.ts'
import { countJudgedPosts } from '../results/posts.ts'
import { ResultActionRow, ShareButton } from '../results/ShareRow.tsx'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { guideText } from '../text/guide.ts'
import { formatShortTime } from '../text/japanese.ts'
import { text } from '../text/ja.ts'
import { logText } from '../text/log.ts'
import { resultText } from '../text/result.ts'
import { Card } from '../ui/Card.tsx'
import { ButtonLink } from '../ui/controls.tsx'
import { usePageTitle } from '../ui/hooks.tsx'
import { BanList, GuideToUnjudgedBans } from './BanList.tsx'
import { cancelCheckAtom, retryFailedCheckAtom } from './accountAtoms.ts'
import { accountFlow } from './accountFlow.ts'
import { addressResultAtom } from './address.ts'
import { finishedCheckAtom } from './finishedCheck.ts'
import type { FinishedCheck } from './finishedCheck.ts'
import { GuideOffer, ObservationsInImageSwitch } from './guide/BanGuide.tsx'
import { PlanForFoundBans } from './guide/Plan.tsx'
import { includesObservationsInImageAtom } from './guide/guideAtoms.ts'
import { changeSinceLastCheckAtom, storeCheckAtom, storeOutcomeAtom } from './accountLog.ts'
import { NextStepButton } from './NextStepButton.tsx'
import { nextStepAfter } from './nextStep.ts'
import type { NextStep } from './nextStep.ts'
import { describeAccountPicture, accountShareText } from './share.ts'
import styles from './AccountResult.module.css'

export function AccountProgress() {
  const running = useAtomValue(accountFlow.runningAtom)
  const cancel = useSetAtom(cancelCheckAtom)
  if (!running) return null
  return (
    <StageProgress
      stage={running.stage}
      sentence={running.query.posts ? text.loading.posts : text.loading.simple}
      onCancel={cancel}
    />
  )
}

export function AccountFailure() {
  const failed = useAtomValue(accountFlow.failedAtom)
  const retry = useSetAtom(retryFailedCheckAtom)
  if (!failed) return null
  const { query, failure } = failed
  const hasOwn = query.variant === 'test' && failure.status !== undefined
  return (
    <CheckFailure
      key={failed.endedAt}
      failed={failed}
      {...(hasOwn && { sentence: text.alert.failedCode })}
      onRetry={() => void retry()}
    >
      {canStillCheckPosts(failure) && (
        <>
          <ButtonLink kind="filled" to="/tweetcheck">
            {text.post.check}
          </ButtonLink>
          {/* Without a result, visitors can still check by hand on X. */}
          <GuideOffer name={query.screenName} bans={BANS} />
        </>
      )}
    </CheckFailure>
  )
}

type StepProps = { check: FinishedCheck; next: NextStep }
type FactsProps = StepProps & { verdict: AccountVerdict; facts: readonly FactLine[] }

/** Says what the check found beside its verdict and its items, unless the verdict says so already. A sentence about affected posts links to their list, unless the filled button does. */
function Facts({ check, verdict, next, facts }: FactsProps) {
  const { posts } = check
  const summary = latestPostsSummary(check)
  const isSaid = (sentence: string) =>
    verdict.sentence === resultText.verdict.inSearch &&
    posts !== null &&
    countJudgedPosts(posts) === totalOfGroups(posts) &&
    sentence === summary?.sentence
  const isLinked = next !== 'posts'
  const lines = facts.filter(
    (line) => line.fact !== 'method' && !isInVerdict(verdict, line) && !isSaid(line.sentence),
  )
  return lines.map(({ fact, sentence }) => {
    const isFinding = fact === 'posts' && summary?.isFinding === true
    if (!isFinding || !isLinked) {
      return (
        <Paragraph key={fact} className={isFinding ? `by-phrase ${styles['finding']}` : 'by-phrase'}>
          {sentence}
        </Paragraph>
      )
    }
    return (
      <p key={fact}>
        <a href={`#${POST_LIST_ELEMENT_ID}`} className={`by-phrase touchable ${styles['finding']}`}>
          <Sentence>{sentence}</Sentence>
        </a>
      </p>
    )
  })
}

const { state: words } = resultText

/** Says why the account could not be judged, unless the verdict says so already, and what the visitor can do about it. */
function ReasonNote({
  check,
  verdict: { reason, sentence },
}: {
  check: FinishedCheck
  verdict: AccountVerdict
}) {
  const { limited, sandbox } = check
  return (
    <>
      {reason && sentence !== words[reason].title && <p className="bold">{words[reason].title}</p>}
      {reason && reason !== 'rate_limit' && (
        <Paragraph>
          {reason === 'not_found' && sandbox ? words.not_found.demo : words[reason].about}
        </Paragraph>
      )}
      {reason !== 'no_tweet' && lacksPosts(check) && <Paragraph>{words.postFirst}</Paragraph>}
      {limited && (
        <>
          {reason !== 'rate_limit' && <Paragraph>{words.rate_limit.title}</Paragraph>}
          {limited.until !== undefined && (
            <Paragraph>{words.worthAt(formatShortTime(limited.until))}</Paragraph>
          )}
        </>
      )}
    </>
  )
}

/** Says how many items were not judged, or that the visitor has looked at each of them since. */
function Unjudged({ check, count }: { check: FinishedCheck; count: number }) {
  const getObserved = useAtomValue(getObservationAtom)
  const isLookedAt = unjudgedBans(check).every(
    (item) => (getObserved({ name: check.name, item })?.at ?? 0) > check.at,
  )
  const { noMethod, unjudged } = resultText.verdict
  const sentence = isLookedAt ? guideText.guided.done : lacksJudgingMethod(check) ? noMethod : unjudged
  return <Paragraph className="by-phrase">{sentence(count)}</Paragraph>
}

/**
 * Says whose result this is, and when X was asked or, if it was not, when the check ended. The name is one text with its @: React puts a new
 * text into such an element also after a translator has replaced the old one.
 */
function CheckedLine({ check, facts }: Pick<FactsProps, 'check' | 'facts'>) {
  const method = facts.find(({ fact }) => fact === 'method')
  return (
    <p className="line muted small">
      <span className="unbroken">{`@${check.name}`}</span>
      <Sentence>{method?.sentence ?? formatShortTime(check.at)}</Sentence>
    </p>
  )
}

export function AccountResultCard() {
  const check = useAtomValue(finishedCheckAtom)
  const verdict = check && accountVerdict(check)
  usePageTitle(verdict && resultText.verdict.title(check.name, verdict.sentence))
  const change = useAtomValue(changeSinceLastCheckAtom)
  const endedAt = check?.at
  // `data-kept` tells tests and automation that the device has stored the check.
  const outcome = useAtomValue(storeOutcomeAtom)
  const putIntoAddress = useSetAtom(addressResultAtom)
  const store = useSetAtom(storeCheckAtom)
  useEffect(() => {
    if (endedAt === undefined) return
    // Writing the address takes the browser as long as drawing some of the answer, which comes first.
    putIntoAddress()
    void store()
  }, [endedAt, putIntoAddress, store])
  if (!check || !verdict) return null
  const next = nextStepAfter(check)
  const facts = factLines(check, 'page')
  const unjudged =
    couldBansBeJudged(check) && !lacksPosts(check) ? BANS.length - countJudgedBans(check.bans) : 0
  return (
    <Card data-answer data-kept={outcome === 'kept' || undefined}>
      {verdict.reason !== 'not_found' && <SandboxNotice isDemo={check.sandbox} />}
      <ResultAnswer {...verdict} arrival={check.at} change={change}>
        {unjudged > 0 && unjudged < BANS.length && <Unjudged check={check} count={unjudged} />}
        <ReasonNote check={check} verdict={verdict} />
        <Facts {...{ check, verdict, next, facts }} />
        <CheckedLine check={check} facts={facts} />
        <NextStepButton check={check} next={next} />
      </ResultAnswer>
      <DeferredDetails key={check.at} />
      <Paragraph className="small screen-only">{logText.fault[outcome ?? 'kept']}</Paragraph>
    </Card>
  )
}

/** Renders the details of the result after the verdict has been painted. */
function DeferredDetails() {
  const check = useDeferredValue(useAtomValue(finishedCheckAtom), null)
  return check ? <ResultDetails check={check} /> : <span data-unfinished hidden />
}

export function ResultDetails({ check }: { check: FinishedCheck }) {
  const getObserved = useAtomValue(getObservationAtom)
  const isPictured = useAtomValue(includesObservationsInImageAtom)
  const { name, at } = check
  const found = foundBans(check)
  const share = { about: resultText.share.account, words: accountShareText(check) }
  return (
    <>
      {isCheckShareable(check) && check.limited && check.posts === null ? (
        // Nothing was judged: there is nothing to save.
        <ShareButton {...share} />
      ) : (
        <ResultActionRow
          share={isCheckShareable(check) && !lacksPosts(check) ? share : null}
          leads={nextStepAfter(check) === 'share'}
          secondaryAction={
            <PictureButton
              short
              about="shadowban"
              words={share.words}
              picture={() => describeAccountPicture(check, isPictured ? getObserved : null)}
            />
          }
        >
          <ObservationsInImageSwitch />
          <CopyButton words={shareUrl(`?screen_name=${name}`)} label={resultText.share.copyCheck} />
        </ResultActionRow>
      )}
      {couldBansBeJudged(check) && !lacksPosts(check) && (
        <BanStatesBar toneOf={(ban) => storedBanState(check, ban)?.tone} />
      )}
      <BanList check={check} />
      <PlanForFoundBans bans={found} name={name} at={at}>
        {/* What was not judged has a guide of its own, below. */}
        {unjudgedBans(check).length === 0 && <GuideOffer kind="quiet" name={name} bans={found} />}
      </PlanForFoundBans>
      {couldBansBeJudged(check) && !lacksPosts(check) && <GuideToUnjudgedBans check={check} />}
    </>
  )
}

/** Exported here so that this card is loaded in the same chunk as the cards above, which the form does not need. */
export { LatestPostsCard } from './LatestPostsCard.tsx'
