import { useAtomValue } from 'jotai'
import { useDeferredValue } from 'react'
import { PictureButton } from '../files/PictureButton.tsx'
import { upstreamAtom } from '../check/upstreamAtom.ts'
import { SandboxNotice } from '../check/SandboxNotice.tsx'
import { handedOnUrl } from '../config.ts'
import { resultText } from '../text/result.ts'
import { Answer } from '../results/Answer.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyLink } from '../files/CopyLink.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { formatMinute } from '../text/formatTime.ts'
import { ShareButton } from '../results/ShareButton.tsx'
import { doneAtom } from './accountAtoms.ts'
import { accountPicture } from './accountPicture.ts'
import { accountShareText } from './accountShareText.ts'
import styles from './AccountResultCard.module.css'
import { isShareable, accountVerdict } from './accountVerdict.ts'
import { BanList } from './BanList.tsx'
import { PostsLine } from './PostsLine.tsx'
import { ReasonNote } from './ReasonNote.tsx'
import { SinceLast } from './SinceLast.tsx'

/** The result: one sentence and what could not be judged; below it the four bans, and the ways to share it. */
export function AccountResultCard() {
  const done = useAtomValue(doneAtom)
  if (!done) return null
  const { result, query, at } = done
  const verdict = accountVerdict(result, query.variant)
  return (
    <Card>
      <SandboxNotice />
      <Answer {...verdict} arrival={at}>
        <ReasonNote result={result} reason={verdict.reason} />
        <PostsLine result={result} />
        <p className={styles['checked']}>
          <span className="unbroken">@{result.screenName}</span>
          <span>
            <Sentence>{formatMinute(at)}</Sentence>
          </span>
        </p>
        <SinceLast />
      </Answer>
      <Details key={at} />
    </Card>
  )
}

/** The part below the answer, rendered after the answer has been painted. */
function Details() {
  const done = useDeferredValue(useAtomValue(doneAtom), null)
  const isSandbox = useAtomValue(upstreamAtom) === 'sandbox'
  if (!done) return null
  const { result, at } = done
  return (
    <>
      <BanList result={result} />
      {isShareable(result) && (
        <>
          <ShareButton label={resultText.share.account} words={accountShareText(result)} />
          <PictureButton about="shadowban" picture={() => accountPicture(result, at, isSandbox)} />
        </>
      )}
      <CopyLink
        words={resultText.copy}
        url={checkLink(result.screenName)}
        label={resultText.share.copyCheck}
      />
    </>
  )
}

/** Opens the check of this account again, with its name filled in. */
function checkLink(screenName: string): string {
  return handedOnUrl(`?screen_name=${screenName}`)
}
