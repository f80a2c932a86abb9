import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useState } from 'react'
import type { Ban } from '../../../contract/outcomes.ts'
import {
  loadBanObservationsAtom,
  observationSentence,
  getObservationAtom,
  recordFriendAnswerAtom,
} from '../../observations/observations.ts'
import { BanTitle } from '../../results/BanTitle.tsx'
import { ShareSheetButton } from '../../results/ShareRow.tsx'
import { readLastCheck } from '../../storage/stores.ts'
import type { StoreOutcome } from '../../storage/database.ts'
import type { ObservedAnswer } from '../../storage/records.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { formatNearDay } from '../../text/japanese.ts'
import { observationText } from '../../text/observations.ts'
import { resultText } from '../../text/result.ts'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { Button, ExternalLink } from '../../ui/controls.tsx'
import { saveHistoryEntry, showHistoryEntryAtom } from '../historyEntry.ts'
import { GuideSteps } from './BanGuide.tsx'
import { GuideDialog, GuideTitle, closeDialog } from './GuideDialog.tsx'
import {
  FRIEND_ANSWER_DAYS_MAX,
  readFriendQuestionUrl,
  readFriendAnswerUrl,
  friendAnswerUrl,
} from './friendLinks.ts'
import type { FriendAnswer, ObservedBan } from './friendLinks.ts'
import styles from './GuidedCheck.module.css'

const { friend, see } = guideText

function leaveAddress(name: string): void {
  history.replaceState(history.state, '', `?screen_name=${name}`)
}

/** Shows the steps to a friend who was asked to look, and makes a message of what they saw. This page neither stores nor sends it. */
export function FriendGuide() {
  const [asked, setAsked] = useState(() => readFriendQuestionUrl(location.search))
  const [seen, setSeen] = useState<ReadonlyMap<Ban, ObservedAnswer>>(new Map())
  if (!asked) return null
  const { name, bans } = asked
  const leave = () => {
    leaveAddress(name)
    setAsked(null)
  }
  const answered = bans.flatMap((ban): ObservedBan[] => {
    const answer = seen.get(ban)
    return answer ? [[ban, answer]] : []
  })
  return (
    <GuideDialog onClose={leave}>
      <GuideTitle>
        <Sentence>{friend.title(name)}</Sentence>
      </GuideTitle>
      <p>{friend.lead}</p>
      {bans.map((ban) => (
        <section key={ban} className="stack">
          <h3 className="medium">
            <BanTitle ban={ban} />
          </h3>
          <GuideSteps ban={ban} name={name} />
          <p>
            <ExternalLink href={resultText.ban[ban].page(name)}>{resultText.ban[ban].link}</ExternalLink>
          </p>
          <FriendQuestionField
            ban={ban}
            chosen={seen.get(ban)}
            onAnswer={(answer) => setSeen(new Map(seen).set(ban, answer))}
          />
        </section>
      ))}
      <p>{friend.end}</p>
      {answered.length > 0 && <Message name={name} seen={answered} />}
      <Button kind={answered.length > 0 ? 'outlined' : 'filled'} onClick={closeDialog}>
        {friend.close}
      </Button>
    </GuideDialog>
  )
}

type FriendQuestionProps = {
  ban: Ban
  chosen: ObservedAnswer | undefined
  onAnswer: (answer: ObservedAnswer) => void
}

function FriendQuestionField({ ban, chosen, onAnswer }: FriendQuestionProps) {
  const id = useId()
  const { answers } = resultText.ban[ban]
  return (
    <div role="group" aria-labelledby={id} className={styles['answers']}>
      <p id={id} className="bold">
        {see.question}
      </p>
      {(Object.keys(answers) as ObservedAnswer[]).map((answer) => (
        <Button key={answer} aria-pressed={chosen === answer} onClick={() => onAnswer(answer)}>
          {answers[answer]}
        </Button>
      ))}
    </div>
  )
}

/** The message for the asker, as it will be sent or copied. */
function Message({ name, seen }: { name: string; seen: readonly ObservedBan[] }) {
  const [now] = useState(() => Date.now())
  const lines = seen.map(([ban, answer]) =>
    friend.answer(resultText.ban[ban].name, resultText.ban[ban].answers[answer]),
  )
  const message = friend.message(name, formatNearDay(now), lines, friendAnswerUrl(name, seen, now))
  return (
    <section className="stack" aria-label={friend.messageTitle}>
      <p className={`small ${styles['message']}`}>{message}</p>
      <ShareSheetButton words={message} label={friend.send} />
      <CopyLink url={message} label={friend.copyMessage} done={friend.messageCopied} />
    </section>
  )
}

/** Offers to record what a friend saw, whose link the address is. Nothing is recorded without a tap. */
export function FriendAnswers() {
  const [read, setRead] = useState(() => readFriendAnswerUrl(location.search, Date.now()))
  const [outcome, setOutcome] = useState<StoreOutcome | null>(null)
  const showEntry = useSetAtom(showHistoryEntryAtom)
  if (read === null) return null
  /** Shows the account's last check, beside whose items the answer stands, if the device has one. */
  const showLastCheck = async (screenName: string) => {
    if (!(await readLastCheck(screenName))) return
    saveHistoryEntry({ checked: { screenName, posts: true, reposts: true } })
    showEntry()
  }
  const leave = () => {
    setRead(null)
    if (typeof read === 'string') {
      history.replaceState(history.state, '', location.pathname)
      return
    }
    leaveAddress(read.name)
    if (outcome === 'kept') void showLastCheck(read.name)
  }
  return (
    <GuideDialog onClose={leave}>
      {typeof read === 'string' ? (
        <>
          <GuideTitle>{friend.received.failedTitle}</GuideTitle>
          <p>{read === 'old' ? friend.received.old(FRIEND_ANSWER_DAYS_MAX) : friend.received.unreadable}</p>
          <Button kind="filled" onClick={closeDialog}>
            {friend.close}
          </Button>
        </>
      ) : (
        <Received answer={read} outcome={outcome} onRecorded={setOutcome} />
      )}
    </GuideDialog>
  )
}

type ReceivedProps = {
  answer: FriendAnswer
  outcome: StoreOutcome | null
  onRecorded: (outcome: StoreOutcome) => void
}

function Received({ answer: { name, seen, at }, outcome, onRecorded }: ReceivedProps) {
  const getObserved = useAtomValue(getObservationAtom)
  const enter = useSetAtom(loadBanObservationsAtom)
  const record = useSetAtom(recordFriendAnswerAtom)
  useEffect(() => void enter(name), [enter, name])
  return (
    <>
      <GuideTitle>
        <Sentence>{friend.received.title(name)}</Sentence>
      </GuideTitle>
      <p>{friend.received.lead(formatNearDay(at))}</p>
      <dl className={styles['seen']}>
        {seen.map(([ban, answer]) => {
          const earlier = outcome ? undefined : getObserved({ name, item: ban })
          return (
            <div key={ban} className="line between">
              <dt lang="en">{resultText.ban[ban].name}</dt>
              <dd className="bold">{resultText.ban[ban].answers[answer]}</dd>
              {earlier && (
                <dd className="muted small">
                  <Sentence>{friend.received.replaces(observationSentence(ban, earlier))}</Sentence>
                </dd>
              )}
            </div>
          )
        })}
      </dl>
      <p className="muted small">
        {friend.received.note} <output>{outcome && observationText.outcome[outcome]}</output>
      </p>
      <div className="cluster between">
        <Button kind={outcome ? 'filled' : 'outlined'} onClick={closeDialog}>
          {outcome ? friend.close : friend.received.discard}
        </Button>
        {!outcome && (
          <Button kind="filled" onClick={() => void record(name, seen, at).then(onRecorded)}>
            {friend.received.record}
          </Button>
        )}
      </div>
    </>
  )
}
