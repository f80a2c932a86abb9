import { useAtomValue, useSetAtom } from 'jotai'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { capabilitiesAtom } from '../check/capabilities.tsx'
import { findingWords, ownFindingsAtom } from '../findings/findings.ts'
import { StateIcon } from '../results/Answer.tsx'
import { BAN_STATES, judgedCount } from '../results/verdicts.ts'
import { Sentence } from '../text/Sentence.tsx'
import { guideText } from '../text/guide.ts'
import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Card.tsx'
import { linkClass } from '../ui/controls.tsx'
import { banState, isOffered, isShareable, showsBanStates } from './accountVerdict.ts'
import type { BanState } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'
import { BanGuide, SeeForYourself, evidenceLine } from './guide/BanGuide.tsx'
import { SIGHT_LINKS } from './guide/guide.ts'
import { startGuideAtom } from './guide/guideAtoms.ts'
import { useFindingsOf } from './guide/useFindingsOf.tsx'
import styles from './BanList.module.css'

/** `state` and `evidence` are null where the account could not be judged, and where there is none. */
type BanSummaryProps = { ban: Ban; state: BanState | null; evidence: string | null }

const { ban: words } = resultText

/** What stands on the surface of an item: its name and meaning, its state, and what that rests on. */
export function BanSummary({ ban, state, evidence }: BanSummaryProps) {
  return (
    <span className={styles['summary']}>
      {state && <StateIcon tone={state.tone} label={state.isJudged ? undefined : words.unknownState} />}
      <span className={styles['body']}>
        <span className={`line between ${styles['head']}`}>
          <span className={styles['name']}>
            <b lang="en">{words[ban].name}</b> <small>{words[ban].gloss}</small>
          </span>
          {state && <StateWords ban={ban} state={state} />}
        </span>
        {evidence && (
          <small className="verdict muted small dense">
            <Sentence>{evidence}</Sentence>
          </small>
        )}
        <OwnFinding ban={ban} />
      </span>
    </span>
  )
}

/** An item that was not judged offers the way to look. */
function StateWords({ ban, state }: { ban: Ban; state: BanState }) {
  const hasLooked = useAtomValue(ownFindingsAtom)[ban] !== undefined
  const offer = hasLooked ? words.lookAgain : words.look
  return (
    <small className={`bold ${styles['state']}`} data-tone={state.tone} data-state={state.name}>
      {state.isJudged ? BAN_STATES[state.name].words : offer}
    </small>
  )
}

/** What the visitor reported to have seen. */
function OwnFinding({ ban }: { ban: Ban }) {
  const finding = useAtomValue(ownFindingsAtom)[ban]
  if (!finding) return null
  return (
    <small className="verdict muted small dense">
      <Sentence>{findingWords(ban, finding)}</Sentence>
    </small>
  )
}

/** The four bans, each with its state and guide; only with explanations where the account could not be judged. `at` is when the check ended. */
export function BanList({ result, at }: { result: AccountResult; at: number }) {
  useFindingsOf(result.screenName)
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
            summary={<BanSummary ban={ban} state={state} evidence={state && evidenceLine(result, ban)} />}
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

type GuideOfferProps = { name: string; bans: readonly [Ban, ...Ban[]] }

/** Opens X where the first of these items can be seen, and at the same press the guide, which asks here what was seen. */
export function GuideOffer({ name, bans }: GuideOfferProps) {
  const start = useSetAtom(startGuideAtom)
  return (
    <a
      className={linkClass}
      href={SIGHT_LINKS[bans[0]](name)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => start(name, bans)}
    >
      <span className="verdict">{guideText.guided.start}</span>
      <span className="visually-hidden">{text.newTab}</span>
      <span aria-hidden="true">↗</span>
    </a>
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
