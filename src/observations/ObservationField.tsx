import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { createContext, useContext, useId, useMemo } from 'react'
import type { ReactNode } from 'react'
import { VIEWER_KINDS } from '../../contract/feedback.ts'
import type { FeedbackToken, VerdictStatement, ViewerKind } from '../../contract/feedback.ts'
import { lazyComponent } from '../ui/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import type { ObservedAnswer, ObservationSubject } from '../storage/records.ts'
import { observationText, viewerText } from '../text/observations.ts'
import { recordObservationAtom, getOwnObservationAtom, chosenViewerAtom } from './observations.ts'
import styles from './ObservationField.module.css'

type ObservationFieldProps = {
  subject: ObservationSubject
  stated: Partial<VerdictStatement> | null
  question: string
  answers: Readonly<Partial<Record<ObservedAnswer, string>>>
}

/** Asks what the visitor saw. If the server collects feedback, it offers to send an answer that was given after the check. */
export function ObservationField({ subject, stated, question, answers }: ObservationFieldProps) {
  const observed = useAtomValue(getOwnObservationAtom)(subject)
  const observe = useSetAtom(recordObservationAtom)
  const offered = useFeedbackToken(stated)
  const id = useId()
  return (
    <>
      <ViewerField subject={subject}>
        <fieldset className="stack" aria-describedby={`${id}-about`}>
          <legend className={`bold ${styles['question']}`}>{question}</legend>
          <div className="cluster">
            {(Object.keys(answers) as ObservedAnswer[]).map((answer) => (
              <label key={answer} className={`touchable unmuted ${styles['answer']}`}>
                <input
                  type="radio"
                  name={`${id}-answer`}
                  checked={observed?.answer === answer}
                  onChange={() => void observe(subject, answer)}
                />
                {answers[answer]}
              </label>
            ))}
          </div>
          <p id={`${id}-about`} className="small">
            {offered ? observationText.unsent : observationText.private}
            <output>{observed?.outcome && observationText.outcome[observed.outcome]}</output>
          </p>
        </fieldset>
      </ViewerField>
      {offered && observed && observed.at >= offered.since && observed.answer !== 'unsure' && (
        <FeedbackForm token={offered.token} seen={observed.answer} viewer={observed.viewer ?? 'unstated'} />
      )}
    </>
  )
}

/** Asks with which kind of account the visitor looks, because X hides some things only from some accounts. `children` ask what they saw. */
export function ViewerField({ subject, children }: { subject: ObservationSubject; children: ReactNode }) {
  const [chosen, choose] = useAtom(chosenViewerAtom)
  const observed = useAtomValue(getOwnObservationAtom)(subject)
  const observe = useSetAtom(recordObservationAtom)
  const id = useId()
  const viewer = observed ? observed.viewer : chosen
  return (
    <>
      <div className="stack gap-4">
        <label htmlFor={id}>{viewerText.question}</label>
        <select
          id={id}
          className="text-input unmuted"
          aria-describedby={`${id}-hint`}
          value={viewer ?? ''}
          onChange={({ target }) => {
            choose(VIEWER_KINDS.find((one) => one === target.value) satisfies ViewerKind | undefined)
            if (observed) void observe(subject, observed.answer)
          }}
        >
          <option value="">{viewerText.none}</option>
          {VIEWER_KINDS.map((one) => (
            <option key={one} value={one}>
              {viewerText.viewers[one]}
            </option>
          ))}
        </select>
        <p id={`${id}-hint`} className="muted small">
          {viewerText.hint}
        </p>
      </div>
      {children}
    </>
  )
}

/** The feedback tokens of a check that ended at `since` (Unix milliseconds); undefined if the server does not collect feedback. */
type Offered = { feedbackTokens: readonly FeedbackToken[] | undefined; since: number }
const OfferedContext = createContext<Offered>({ feedbackTokens: undefined, since: 0 })

export function FeedbackTokensProvider({
  feedbackTokens,
  since,
  children,
}: Offered & { children: ReactNode }) {
  const offered = useMemo(() => ({ feedbackTokens, since }), [feedbackTokens, since])
  return <OfferedContext.Provider value={offered}>{children}</OfferedContext.Provider>
}

/** Finds the feedback token for a verdict, and when the check ended. `stated` needs only the fields that distinguish the verdict from the others. */
function useFeedbackToken(stated: Partial<VerdictStatement> | null) {
  const { feedbackTokens = [], since } = useContext(OfferedContext)
  if (!stated) return null
  const names = Object.keys(stated) as (keyof VerdictStatement)[]
  const token = feedbackTokens.find((token) => names.every((name) => token[name] === stated[name]))
  return token ? { token, since } : null
}

const formModule = lazyModule(() => import('./FeedbackForm.tsx'))
const FeedbackForm = lazyComponent(formModule, (module) => module.FeedbackForm)
