import { useId, useState } from 'react'
import styles from './SettingField.module.css'

type NumberFieldProps = {
  label: string
  hint?: string
  value: number
  min: number
  max: number
  disabled?: boolean
  onChange: (value: string) => void
}

/** A whole number. It is applied when the tester leaves the field or presses Enter, clamped to its bounds. */
export function NumberField({ label, hint, value, min, max, disabled, onChange }: NumberFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    if (draft !== null && /^\d{1,10}$/.test(draft.trim())) {
      onChange(String(Math.min(Math.max(Number(draft), min), max)))
    }
    setDraft(null)
  }
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <input
        id={id}
        className={styles['control']}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? value}
        disabled={disabled}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}
