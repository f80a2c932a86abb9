import { useId } from 'react'
import { sightingText } from '../text/findings.ts'
import styles from './SightingField.module.css'

type SightingFieldProps<A extends string> = {
  question: string
  /** What may be answered, in the order shown, each with its words. */
  answers: Readonly<Record<A, string>>
  chosen: A | undefined
  /** What became of the answer; undefined until the device has told. */
  outcome: keyof typeof sightingText.outcome | undefined
  onChoose: (answer: A) => void
  /** What becomes of the answer. */
  about?: string | undefined
}

/** What the visitor saw: one of a few answers, which can be changed. */
export function SightingField<A extends string>(props: SightingFieldProps<A>) {
  const { question, answers, chosen, outcome, onChoose, about = sightingText.private } = props
  const id = useId()
  return (
    <fieldset className="stack" aria-describedby={`${id}-about`}>
      <legend className={`bold ${styles['question']}`}>{question}</legend>
      <div className="cluster">
        {(Object.keys(answers) as A[]).map((answer) => (
          <label key={answer} className={`touchable unmuted ${styles['answer']}`}>
            <input
              type="radio"
              name={`${id}-answer`}
              checked={chosen === answer}
              onChange={() => onChoose(answer)}
            />
            {answers[answer]}
          </label>
        ))}
      </div>
      <p id={`${id}-about`} className="small">
        {about}
        <output>{outcome && sightingText.outcome[outcome]}</output>
      </p>
    </fieldset>
  )
}
