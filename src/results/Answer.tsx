import type { ReactNode } from 'react'
import { Sentence } from '../text/Sentence.tsx'
import { SIGNS } from '../lib/tones.ts'
import type { Tone } from '../lib/tones.ts'
import { useFocusOnResult } from '../ui/hooks.tsx'
import styles from './Answer.module.css'

/** A sign on a disc, so that the state is never shown by colour alone. It stands beside words that say the same. */
export function StateIcon({ tone, large = false }: { tone: Tone; large?: boolean }) {
  return (
    <span aria-hidden="true" className={`bold ${styles['icon']}`} data-tone={tone} data-large={large}>
      {SIGNS[tone]}
    </span>
  )
}

type AnswerProps = {
  tone: Tone
  sentence: string
  /** Set where the visitor waits for the answer, to when the check ended: it is then brought into view, once. */
  arrival?: number | undefined
  children: ReactNode
}

export function Answer({ tone, sentence, arrival, children }: AnswerProps) {
  const heading = useFocusOnResult<HTMLHeadingElement>(arrival)
  return (
    <div className={`line ${styles['answer']}`}>
      <StateIcon tone={tone} large />
      <div>
        <h2
          ref={heading}
          tabIndex={-1}
          className={styles['sentence']}
          data-long={sentence.length > LONG_CHARACTERS}
        >
          <Sentence>{sentence}</Sentence>
        </h2>
        <div className={`stack gap-4 ${styles['about']}`}>{children}</div>
      </div>
    </div>
  )
}

/** Characters from which a sentence is set smaller, so that it fits two lines on a phone. */
const LONG_CHARACTERS = 30
