import { useId, useState } from 'react'
import { powText } from '../../text/pow.ts'
import { LABEL_MAX } from '../model/settings.ts'
import styles from './SettingField.module.css'
import { useSettings } from './useSettings.tsx'

const text = powText.settings.label

/** What the tester calls the device. Like every setting it goes to the address bar when the field is left, or with Enter. */
export function LabelField({ disabled }: { disabled: boolean }) {
  const id = useId()
  const { label, set } = useSettings()
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    if (draft !== null) set('label', draft.trim())
    setDraft(null)
  }
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {text.label}
      </label>
      <input
        id={id}
        className={styles['control']}
        value={draft ?? label}
        maxLength={LABEL_MAX}
        disabled={disabled}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <p id={`${id}-hint`} className={styles['hint']}>
        {text.hint}
      </p>
    </div>
  )
}
