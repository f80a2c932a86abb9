import type { ReactNode } from 'react'
import styles from './Answer.module.css'
import { Sentence } from '../text/Sentence.tsx'
import { StateIcon } from './StateIcon.tsx'
import type { Tone } from '../ui/Tone.ts'
import { useArrival } from '../ui/useArrival.tsx'

type AnswerProps = {
  tone: Tone
  sentence: string
  /** Set where the visitor waits for the answer, to when the check ended: it is then brought into view, once. */
  arrival?: number
  children: ReactNode
}

/** The verdict, which a visitor reads first: a sign, one sentence, and details in small type. */
export function Answer({ tone, sentence, arrival, children }: AnswerProps) {
  const heading = useArrival<HTMLHeadingElement>(arrival)
  return (
    <div className={styles['answer']}>
      <StateIcon tone={tone} large />
      <div>
        <h2 ref={heading} tabIndex={-1} className={styles['sentence']} data-long={sentence.length > LONG}>
          <Sentence>{sentence}</Sentence>
        </h2>
        <div className={`verdict ${styles['about']}`}>{children}</div>
      </div>
    </div>
  )
}

/** Characters from which a sentence is set smaller, so that it fits two lines on a phone. */
const LONG = 30
