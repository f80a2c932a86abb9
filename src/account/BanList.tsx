import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import { guideText } from '../text/guide.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { formatDay } from '../text/formatTime.ts'
import { StateIcon } from '../results/StateIcon.tsx'
import { isShareable, showsBanStates } from './accountVerdict.ts'
import styles from './BanList.module.css'
import type { AccountResult } from './checkAccount.ts'
import { BanGuide } from './guide/BanGuide.tsx'
import { enterFindingsAtom, ownFindingsAtom } from './guide/findingAtoms.ts'
import { SeeForYourself } from './guide/SeeForYourself.tsx'

const STATES = {
  true: { tone: 'excluded', words: resultText.ban.yes },
  false: { tone: 'ok', words: resultText.ban.no },
  null: { tone: 'unknown', words: resultText.ban.unknown },
} as const

/** The four bans, each with its state and guide; only with explanations where the account could not be judged. */
export function BanList({ result }: { result: AccountResult }) {
  const enter = useSetAtom(enterFindingsAtom)
  useEffect(() => void enter(result.screenName), [enter, result.screenName])
  const states = showsBanStates(result)
  return (
    <div className={styles['list']} data-states={states}>
      {!states && <h3 className={styles['title']}>{resultText.ban.aboutItems}</h3>}
      {BANS.map((ban) => (
        <Disclosure key={ban} summary={<Summary ban={ban} flag={states ? result[ban] : undefined} />}>
          <div className={styles['about']}>
            {states ? <BanGuide ban={ban} result={result} /> : <Explanation ban={ban} result={result} />}
          </div>
        </Disclosure>
      ))}
    </div>
  )
}

/** What a ban is and, where the account is public, how to check it by hand. */
function Explanation({ ban, result }: { ban: Ban; result: AccountResult }) {
  return (
    <>
      <p>{resultText.ban[ban].about}</p>
      {isShareable(result) && <SeeForYourself ban={ban} name={result.screenName} />}
    </>
  )
}

function Summary({ ban, flag }: { ban: Ban; flag: boolean | null | undefined }) {
  const state = flag === undefined ? undefined : STATES[`${flag}`]
  return (
    <span className={styles['summary']}>
      {state && (
        <StateIcon tone={state.tone} label={flag === null ? resultText.ban.unknownState : undefined} />
      )}
      <span>
        <b>{resultText.ban[ban].name}</b>
        {state && (
          <small className={styles['state']} data-tone={state.tone}>
            {state.words}
          </small>
        )}
        <OwnFinding ban={ban} />
      </span>
    </span>
  )
}

/** What the visitor reported to have seen. */
function OwnFinding({ ban }: { ban: Ban }) {
  const finding = useAtomValue(ownFindingsAtom)[ban]
  if (!finding) return null
  return (
    <small className={styles['own']}>
      {guideText.see.own(guideText.see.answers(ban)[finding.answer], formatDay(finding.at))}
    </small>
  )
}
