import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import { VIEWER_KINDS } from '../storage/records.ts'
import type { ObservedAnswer, ObservationSubject } from '../storage/records.ts'
import { observationText, viewerText } from '../text/observations.ts'
import { recordObservationAtom, getObservationAtom, chosenViewerAtom } from './observations.ts'
import styles from './ObservationField.module.css'

type ObservationFieldProps = {
  subject: ObservationSubject
  question: string
  answers: Readonly<Partial<Record<ObservedAnswer, string>>>
}

/** Asks what the visitor saw. The answer stays on the device. */
export function ObservationField({ subject, question, answers }: ObservationFieldProps) {
  const observed = useAtomValue(getObservationAtom)(subject)
  const observe = useSetAtom(recordObservationAtom)
  const id = useId()
  return (
    <>
      <ViewerField subject={subject} />
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
          {observationText.private}
          <output>{observed?.outcome && observationText.outcome[observed.outcome]}</output>
        </p>
      </fieldset>
    </>
  )
}

/** Asks who looks, because X hides some things only from some accounts. */
function ViewerField({ subject }: { subject: ObservationSubject }) {
  const [chosen, choose] = useAtom(chosenViewerAtom)
  const observed = useAtomValue(getObservationAtom)(subject)
  const observe = useSetAtom(recordObservationAtom)
  const id = useId()
  const viewer = observed ? observed.viewer : chosen
  return (
    <div className="stack gap-4">
      <label htmlFor={id}>{viewerText.question}</label>
      <select
        id={id}
        className="text-input unmuted"
        value={viewer ?? ''}
        onChange={({ target }) => {
          choose(VIEWER_KINDS.find((one) => one === target.value))
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
    </div>
  )
}
