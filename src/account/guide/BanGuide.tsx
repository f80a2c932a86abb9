import type { Ban } from '../../../contract/bans.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { guideText } from '../../text/guide.ts'
import { resultText } from '../../text/result.ts'
import { Sentence } from '../../text/Sentence.tsx'

import { Link } from '../../ui/Link.tsx'
import { evidenceSentence } from './evidenceSentence.ts'
import styles from './Guide.module.css'
import { NextSteps } from './NextSteps.tsx'
import { SeeForYourself } from './SeeForYourself.tsx'

/** The contents of an item: the evidence for its state, what it means, how to check it by hand, and what can be done. */
export function BanGuide({ ban, result }: { ban: Ban; result: AccountCheck & { screenName: string } }) {
  const evidence = evidenceSentence(result, ban)
  const flag = result[ban]
  return (
    <>
      {evidence && (
        <p className={styles['evidence']}>
          <Sentence>{flag === null ? evidence + guideText.evidence.notClear : evidence}</Sentence>
        </p>
      )}
      {flag === null && !evidence && <p>{resultText.ban.unknownAbout}</p>}
      <p>{resultText.ban[ban].about}</p>
      {flag === null && (
        <p>
          <Link to="/report">{guideText.report}</Link>
        </p>
      )}
      <SeeForYourself ban={ban} name={result.screenName} />
      {flag !== false && <NextSteps ban={ban} />}
    </>
  )
}
