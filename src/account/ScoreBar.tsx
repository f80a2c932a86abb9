import { useAtomValue } from 'jotai'
import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import { capabilitiesAtom } from '../check/capabilitiesAtom.ts'
import { judgedCount } from '../results/bansSentence.ts'
import { guideText } from '../text/guide.ts'
import { resultText } from '../text/result.ts'
import { Sentence } from '../text/Sentence.tsx'
import { isShareable } from './accountVerdict.ts'
import { banState } from './banState.ts'
import type { AccountResult } from './checkAccount.ts'
import { GuideOffer } from './GuideOffer.tsx'
import styles from './ScoreBar.module.css'

/** A segment for each of the four items in the colour of its state, and how many were judged where those are not all. */
export function ScoreBar({ result }: { result: AccountResult }) {
  const capabilities = useAtomValue(capabilitiesAtom)
  const judged = judgedCount(result)
  const open = unjudged(result)
  return (
    <div className={styles['score']}>
      <div className={styles['bar']} aria-hidden="true">
        {BANS.map((ban) => (
          <span key={ban} data-tone={banState(result, ban, capabilities).tone} />
        ))}
      </div>
      {judged < BANS.length && (
        <div className={styles['rest']}>
          <div className={`verdict ${styles['about']}`}>
            <p>
              <Sentence>{resultText.verdict.judged(judged)}</Sentence>
            </p>
            {open && (
              <p>
                <Sentence>{guideText.guided.before[open[0]]}</Sentence>
              </p>
            )}
          </div>
          {open && <GuideOffer name={result.screenName} bans={open} />}
        </div>
      )}
    </div>
  )
}

/** The items at which a visitor can look for themselves; null where there is none. */
function unjudged(result: AccountResult): readonly [Ban, ...Ban[]] | null {
  const [first, ...more] = isShareable(result) ? BANS.filter((ban) => result[ban] === null) : []
  return first ? [first, ...more] : null
}
