import type { ReactNode } from 'react'
import styles from './Answer.module.css'
import { StateIcon } from './StateIcon.tsx'
import type { Tone } from './Tone.ts'

type AnswerProps = { tone: Tone; sentence: string; children: ReactNode }

/** The answer that a visitor reads first: a sign, one sentence, and small print about it. */
export function Answer({ tone, sentence, children }: AnswerProps) {
  return (
    <div className={styles['answer']}>
      <StateIcon tone={tone} large />
      <div>
        <h2>{sentence}</h2>
        <div className={styles['about']}>{children}</div>
      </div>
    </div>
  )
}
