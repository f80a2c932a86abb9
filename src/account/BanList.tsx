import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { capabilitiesAtom } from '../check/capabilities.tsx'
import { observedAtom } from '../findings/findings.ts'
import { StateIcon } from '../results/Answer.tsx'
import { BAN_STATES, judgedCount } from '../results/verdicts.ts'
import { Sentence } from '../text/Sentence.tsx'
import { guideText } from '../text/guide.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Card.tsx'
import { banState, isOffered, isShareable, showsBanStates } from './accountVerdict.ts'
import type { BanState } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'
import {
  BanGuide,
  GuideOffer,
  ObservedNote,
  OwnMonthNote,
  SeeForYourself,
  evidenceLine,
} from './guide/BanGuide.tsx'
import { enterItemsAtom } from './guide/guide.ts'
import { enterOwnMonthAtom } from './guide/ownMonth.ts'
import styles from './BanList.module.css'

/** `state` and `evidence` are null where the account could not be judged, and where there is none. */
type BanSummaryProps = { name: string; ban: Ban; state: BanState | null; evidence: string | null }

const { ban: words } = resultText

/** What stands on the surface of an item: its name and meaning, its state, and what that rests on. */
export function BanSummary({ name, ban, state, evidence }: BanSummaryProps) {
  return (
    <span className={styles['summary']}>
      {state && <StateIcon tone={state.tone} label={state.isJudged ? undefined : words.unknownState} />}
      <span className={styles['body']}>
        <span className={`line between ${styles['head']}`}>
          <span className={styles['name']}>
            <b lang="en">{words[ban].name}</b> <small>{words[ban].gloss}</small>
          </span>
          {state && <StateWords name={name} ban={ban} state={state} />}
        </span>
        {evidence && (
          <small className="verdict muted small dense">
            <Sentence>{evidence}</Sentence>
          </small>
        )}
        <OwnMonthNote name={name} ban={ban} className="verdict muted small dense" />
        <ObservedNote name={name} ban={ban} className="verdict muted small dense" />
      </span>
    </span>
  )
}

/** An item that was not judged offers the way to look. */
function StateWords({ name, ban, state }: { name: string; ban: Ban; state: BanState }) {
  const hasLooked = useAtomValue(observedAtom)({ name, item: ban }) !== undefined
  const offer = hasLooked ? words.lookAgain : words.look
  return (
    <small className={`bold ${styles['state']}`} data-tone={state.tone} data-state={state.name}>
      {state.isJudged ? BAN_STATES[state.name].words : offer}
    </small>
  )
}

/** The four bans, each with its state and guide; only with explanations where the account could not be judged. `at` is when the check ended. */
export function BanList({ result, at }: { result: AccountResult; at: number }) {
  const name = result.screenName
  const enter = useSetAtom(enterItemsAtom)
  const enterOwnMonth = useSetAtom(enterOwnMonthAtom)
  useEffect(() => void enter(name), [enter, name])
  useEffect(() => void enterOwnMonth(name), [enterOwnMonth, name])
  const capabilities = useAtomValue(capabilitiesAtom)
  const states = showsBanStates(result)
  return (
    <div className={styles['list']} data-states={states}>
      {!states && <h3 className={`muted small ${styles['title']}`}>{resultText.ban.aboutItems}</h3>}
      {BANS.map((ban) => {
        const state = states ? banState(result, ban, capabilities) : null
        return (
          <Disclosure
            key={ban}
            summary={
              <BanSummary name={name} ban={ban} state={state} evidence={state && evidenceLine(result, ban)} />
            }
          >
            <div className="stack">
              {state ? (
                <BanGuide
                  ban={ban}
                  result={result}
                  at={at}
                  tone={state.tone}
                  isOffered={isOffered(result, ban, capabilities)}
                />
              ) : (
                <Explanation ban={ban} result={result} />
              )}
            </div>
          </Disclosure>
        )
      })}
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

/** A segment for each of the four items in the colour of its state, and how many were judged where those are not all. */
export function ScoreBar({ result }: { result: AccountResult }) {
  const capabilities = useAtomValue(capabilitiesAtom)
  const judged = judgedCount(result)
  const open = unjudged(result)
  return (
    <div className={`stack ${styles['score']}`}>
      <div className={styles['bar']} aria-hidden="true">
        {BANS.map((ban) => (
          <span key={ban} data-tone={banState(result, ban, capabilities).tone} />
        ))}
      </div>
      {judged < BANS.length && (
        <div className={`line ${styles['rest']}`}>
          <div className="verdict muted small">
            <p>
              <Sentence>{resultText.verdict.judged(judged)}</Sentence>
            </p>
            {open && (
              <p>
                <Sentence>{guideText.guided.before(open[0])}</Sentence>
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
