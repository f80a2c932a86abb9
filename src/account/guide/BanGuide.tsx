import type { Ban } from '../../../contract/bans.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { guideText } from '../../text/guide.ts'
import { resultText } from '../../text/result.ts'
import { Sentence } from '../../text/Sentence.tsx'
import type { Tone } from '../../ui/Tone.ts'
import { evidenceSentence } from './evidenceSentence.ts'
import styles from './Guide.module.css'
import { NextSteps } from './NextSteps.tsx'
import { SeeForYourself } from './SeeForYourself.tsx'

type BanGuideProps = {
  ban: Ban
  result: AccountCheck & { screenName: string }
  /** When the check ended, in Unix milliseconds. */
  at: number
  /** Of the item's state. */
  tone: Tone
  /** Whether the server judges this item at all. */
  isOffered: boolean
}

/** The contents of an item: the evidence for its state, what it means, how to check it by hand, and what can be done. */
export function BanGuide({ ban, result, at, tone, isOffered }: BanGuideProps) {
  const evidence = evidenceSentence(result, ban) ?? (isOffered ? null : guideText.evidence.notOffered)
  const flag = result[ban]
  return (
    <>
      {evidence && (
        <p className={styles['evidence']}>
          <Sentence>{flag === null ? evidence + guideText.evidence.notClear : evidence}</Sentence>
        </p>
      )}
      {flag === true && evidence && result.evidence?.items[ban].control !== undefined && (
        <p>{guideText.evidence.control}</p>
      )}
      {flag === null && !evidence && <p>{resultText.ban.unknownAbout}</p>}
      <p>{resultText.ban[ban].about}</p>
      <SeeForYourself ban={ban} name={result.screenName} />
      {tone !== 'ok' && <NextSteps ban={ban} plan={flag === true ? { name: result.screenName, at } : null} />}
    </>
  )
}
