import { useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import type { Statement } from '../../contract/feedback.ts'
import type { Sighting, Subject } from '../storage/records.ts'
import { sightingText } from '../text/findings.ts'
import { AnswerOffer, useTicket } from './AnswerOffer.tsx'
import { observeAtom, observedAtom } from './findings.ts'
import { ViewerField } from './ViewerField.tsx'
import styles from './SightingField.module.css'

type SightingFieldProps = {
  subject: Subject
  /** The verdict beside which it stands, where there is one. */
  stated: Partial<Statement> | null
  question: string
  /** What may be answered, in the order shown, each with its words. */
  answers: Readonly<Partial<Record<Sighting, string>>>
}

/** What the visitor saw: one of a few answers, which can be changed, and the offer to send it. */
export function SightingField({ subject, stated, question, answers }: SightingFieldProps) {
  const observed = useAtomValue(observedAtom)(subject)
  const observe = useSetAtom(observeAtom)
  const about = useTicket(stated) ? sightingText.unsent : sightingText.private
  const id = useId()
  return (
    <>
      <ViewerField subject={subject} />
      <fieldset className="stack" aria-describedby={`${id}-about`}>
        <legend className={`bold ${styles['question']}`}>{question}</legend>
        <div className="cluster">
          {(Object.keys(answers) as Sighting[]).map((answer) => (
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
          <output>{observed?.outcome && sightingText.outcome[observed.outcome]}</output>
        </p>
      </fieldset>
      <AnswerOffer stated={stated} observed={observed} />
    </>
  )
}
