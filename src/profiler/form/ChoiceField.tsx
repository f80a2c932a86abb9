import { useId } from 'react'
import styles from './SettingField.module.css'

type ChoiceFieldProps<T extends string> = {
  label: string
  hint?: string
  value: T
  /** Value and words, in the order in which they are offered. */
  choices: readonly (readonly [value: T, words: string])[]
  disabled?: boolean
  onChange: (value: T) => void
}

/** One of a few, as the platform's own list. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, hint, value, choices, disabled, onChange } = props
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <select
        id={id}
        className={styles['control']}
        value={value}
        disabled={disabled}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => {
          const chosen = choices.find(([choice]) => choice === target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}
