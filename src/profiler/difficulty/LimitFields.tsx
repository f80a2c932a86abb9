import { powDifficultyText as text } from '../../text/powDifficulty.ts'
import { NumberField } from '../form/NumberField.tsx'
import styles from './Difficulty.module.css'
import { TIME_LIMIT } from './timeLimit.ts'

type LimitFieldsProps = {
  limit: number
  first: boolean
  onLimit: (limit: number) => void
  /** Absent where the start of the workers is not known apart. */
  onFirst?: (first: boolean) => void
}

/** What p95 must keep to, and whether the start of the workers counts. */
export function LimitFields({ limit, first, onLimit, onFirst }: LimitFieldsProps) {
  return (
    <div className={styles['fields']}>
      <NumberField
        {...text.limit}
        value={limit}
        min={TIME_LIMIT.min}
        max={TIME_LIMIT.max}
        onChange={(value) => onLimit(Number(value))}
      />
      {onFirst && (
        <label className={styles['first']}>
          <input type="checkbox" checked={first} onChange={({ target }) => onFirst(target.checked)} />
          <span>{text.first}</span>
        </label>
      )}
    </div>
  )
}
