import { useAtomValue } from 'jotai'
import { useDeferredValue } from 'react'
import { TicketsOf } from '../agreement/TicketsOf.tsx'
import { PictureButton } from '../files/PictureButton.tsx'
import { capabilitiesAtom } from '../check/capabilitiesAtom.ts'
import { upstreamAtom } from '../check/upstreamAtom.ts'
import { SandboxNotice } from '../check/SandboxNotice.tsx'
import { handedOnUrl } from '../config.ts'
import { resultText } from '../text/result.ts'
import { ActionRow } from '../results/ActionRow.tsx'
import { Answer } from '../results/Answer.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyLink } from '../files/CopyLink.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { formatMinute } from '../text/formatTime.ts'
import { doneAtom } from './accountAtoms.ts'
import { accountPicture } from './accountPicture.ts'
import { accountShareText } from './accountShareText.ts'
import styles from './AccountResultCard.module.css'
import { accountVerdict, doubtsAbout, isShareable } from './accountVerdict.ts'
import { BanList } from './BanList.tsx'
import { ownFindingsAtom } from './guide/findingAtoms.ts'
import { FindingsSwitch } from './guide/FindingsSwitch.tsx'
import { showsFindingsAtom } from './guide/guideAtoms.ts'
import { MissingPostsNote } from './MissingPostsNote.tsx'
import { PostsNote } from './PostsNote.tsx'
import { ReasonNote } from './ReasonNote.tsx'
import { ResultLinks } from './ResultLinks.tsx'
import { ScoreBar } from './ScoreBar.tsx'
import { showsBanStates } from './showsBanStates.ts'
import { SinceLast } from './SinceLast.tsx'

/** The result: one sentence and what could not be judged; below it the four bans, and the ways to share it. */
export function AccountResultCard() {
  const done = useAtomValue(doneAtom)
  if (!done) return null
  const { answer: result, asked, endedAt: at } = done
  const verdict = accountVerdict(result, asked)
  return (
    <Card data-answer>
      <SandboxNotice />
      <Answer {...verdict} arrival={at}>
        <ReasonNote result={result} verdict={verdict} />
        <PostsNote result={result} />
        <MissingPostsNote result={result} isAsked={asked.posts} />
        {doubtsAbout(result).map((doubt) => (
          <p key={doubt}>
            <Sentence>{doubt}</Sentence>
          </p>
        ))}
        <p className={styles['checked']}>
          <span className="unbroken">@{result.screenName}</span>
          <span>
            <Sentence>{formatMinute(at)}</Sentence>
          </span>
        </p>
        <div className={styles['since']}>
          <SinceLast />
        </div>
      </Answer>
      <Details key={at} />
    </Card>
  )
}

/** The part below the answer, rendered after the answer has been painted. */
function Details() {
  const done = useDeferredValue(useAtomValue(doneAtom), null)
  const isSandbox = useAtomValue(upstreamAtom) === 'sandbox'
  const capabilities = useAtomValue(capabilitiesAtom)
  const findings = useAtomValue(ownFindingsAtom)
  const showsFindings = useAtomValue(showsFindingsAtom)
  if (!done) return <span data-unfinished hidden />
  const { answer: result, asked, endedAt: at } = done
  const shown = showsFindings ? findings : null
  const share = { label: resultText.share.account, words: accountShareText(result, at) }
  return (
    <>
      {showsBanStates(result) && <ScoreBar result={result} />}
      <TicketsOf tickets={result.agreement} since={at}>
        <BanList result={result} at={at} />
      </TicketsOf>
      <ActionRow
        share={isShareable(result) ? share : null}
        picture={
          <PictureButton
            short
            about="shadowban"
            picture={() => accountPicture(result, at, { asked, isSandbox, capabilities, findings: shown })}
          />
        }
      >
        <FindingsSwitch />
        <CopyLink
          words={resultText.copy}
          url={checkLink(result.screenName)}
          label={resultText.share.copyCheck}
        />
      </ActionRow>
      <ResultLinks isShareable={isShareable(result)} />
    </>
  )
}

/** Opens the check of this account again, with its name filled in. */
function checkLink(screenName: string): string {
  return handedOnUrl(`?screen_name=${screenName}`)
}
