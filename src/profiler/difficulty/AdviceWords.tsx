import { powDifficultyText as text } from '../../text/powDifficulty.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { highestOf } from './advise.ts'
import type { Advice } from './advise.ts'
import styles from './Difficulty.module.css'
import { timeText } from './timeText.ts'

/** The answer in one sentence, and what is not sure about it. */
export function AdviceWords({ advice, limit }: { advice: readonly Advice[]; limit: number }) {
  const { sure, unsure } = highestOf(advice)
  const known = advice.some(({ p95 }) => p95?.interval)
  const highest = known ? sure : unsure
  return (
    <output className={styles['words']}>
      <span className={styles['answer']}>
        <Sentence>
          {highest === null ? text.none(timeText(limit)) : text.highest(highest, timeText(limit))}
        </Sentence>
      </span>
      {known && unsure !== null && <span>{text.unsure(unsure)}</span>}
      {!known && <span>{text.unknown}</span>}
    </output>
  )
}
