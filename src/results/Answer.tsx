import type { ReactNode } from 'react'
import { Sentence } from '../text/Sentence.tsx'
import { SIGNS } from '../lib/tones.ts'
import type { Tone } from '../lib/tones.ts'
import { useFocusOnResult } from '../ui/hooks.tsx'
import styles from './Answer.module.css'

/** A sign on a disc, so that the state is never shown by colour alone. The text beside it says the same. */
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
  /** When the check ended, if the visitor waits for its result, which is then scrolled into view once. */
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

/** A sentence with at least this many characters gets a smaller font, so that it fits on two lines of a phone. */
const LONG_CHARACTERS = 30
