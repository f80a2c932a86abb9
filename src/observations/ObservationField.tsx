import { useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import type { Statement } from '../../contract/feedback.ts'
import type { ObservedAnswer, Subject } from '../storage/records.ts'
import { observationText } from '../text/observations.ts'
import { FeedbackOffer, useFeedbackToken } from './FeedbackOffer.tsx'
import { observeAtom, observedAtom } from './observations.ts'
import { ViewerField } from './ViewerField.tsx'
import styles from './ObservationField.module.css'

type ObservationFieldProps = {
  subject: Subject
  /** The verdict beside which it stands, where there is one. */
  stated: Partial<Statement> | null
  question: string
  /** What may be answered, in the order shown, each with its words. */
  answers: Readonly<Partial<Record<ObservedAnswer, string>>>
}

/** What the visitor saw, and the offer to send it. */
export function ObservationField({ subject, stated, question, answers }: ObservationFieldProps) {
  const observed = useAtomValue(observedAtom)(subject)
  const observe = useSetAtom(observeAtom)
  const about = useFeedbackToken(stated) ? observationText.unsent : observationText.private
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
            {about}
            <output>{observed?.outcome && observationText.outcome[observed.outcome]}</output>
          </p>
        </fieldset>
      </ViewerField>
      <FeedbackOffer stated={stated} observed={observed} />
    </>
  )
}
