import { useAtomValue } from 'jotai'
import type { Ban } from '../../contract/bans.ts'
import { BAN_STATES } from '../results/banStates.ts'
import { StateIcon } from '../results/StateIcon.tsx'
import { resultText } from '../text/result.ts'
import { Sentence } from '../text/Sentence.tsx'
import type { BanState } from './banState.ts'
import styles from './BanSummary.module.css'
import { ownFindingsAtom } from './guide/findingAtoms.ts'
import { findingWords } from './guide/findingWords.ts'

/** `state` and `evidence` are null where the account could not be judged, and where there is none. */
type BanSummaryProps = { ban: Ban; state: BanState | null; evidence: string | null }

const { ban: words } = resultText

/** What stands on the surface of an item: its name and meaning, its state, and what that rests on. */
export function BanSummary({ ban, state, evidence }: BanSummaryProps) {
  return (
    <span className={styles['summary']}>
      {state && <StateIcon tone={state.tone} label={state.isJudged ? undefined : words.unknownState} />}
      <span className={styles['body']}>
        <span className={styles['head']}>
          <span className={styles['name']}>
            <b lang="en">{words[ban].name}</b> <small>{words[ban].gloss}</small>
          </span>
          {state && <StateWords ban={ban} state={state} />}
        </span>
        {evidence && (
          <small className={`verdict ${styles['line']}`}>
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
    <small className={styles['state']} data-tone={state.tone} data-state={state.name}>
      {state.isJudged ? BAN_STATES[state.name].words : offer}
    </small>
  )
}

/** What the visitor reported to have seen. */
function OwnFinding({ ban }: { ban: Ban }) {
  const finding = useAtomValue(ownFindingsAtom)[ban]
  if (!finding) return null
  return (
    <small className={`verdict ${styles['line']}`}>
      <Sentence>{findingWords(ban, finding)}</Sentence>
    </small>
  )
}
