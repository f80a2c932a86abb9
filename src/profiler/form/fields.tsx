import { useId, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { wrapTextInSentence } from '../../text/Sentence.tsx'
import { powText } from '../../text/pow.ts'
import { parseWholeNumber, formatWhole } from '../model/format.ts'
import { RunSettings } from '../model/settings.ts'
import type { AdjustedSetting } from '../model/settings.ts'
import styles from './fields.module.css'

type FieldProps = {
  label: string
  hint?: string | undefined
  note?: ReactNode
  disabled?: boolean
}

function Field({
  label,
  hint,
  note,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const describedBy = hint && `${id}-hint`
  return (
    <div className={`stack gap-4 ${styles['field']}`}>
      <label htmlFor={id} className="medium bold">
        {wrapTextInSentence(label)}
      </label>
      <div className="stack gap-4">
        {children({
          id,
          className: `text-input tabular ${styles['control']}`,
          'aria-describedby': describedBy,
        })}
        {note}
      </div>
      {hint && (
        <p id={describedBy} className="muted small dense">
          {hint}
        </p>
      )}
    </div>
  )
}

type ControlProps = Pick<ComponentProps<'input'>, 'id' | 'className' | 'aria-describedby'>

export type FieldChoice = readonly [value: string, words: string]
type ChoiceFieldProps = FieldProps & {
  value: string
  choices: readonly FieldChoice[]
  onChange: (value: string) => void
}

export function ChoiceField({ value, choices, onChange, ...field }: ChoiceFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={field.disabled}
          onChange={({ target }) => onChange(target.value)}
        >
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type DraftFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'maxLength' | 'inputMode'> & {
    value: string
    commit: (draft: string) => void
  }

/** A text field whose value is applied when the tester leaves it or presses Enter. */
export function DraftField({ value, maxLength, inputMode, commit, ...field }: DraftFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const end = () => {
    if (draft !== null) commit(draft.trim())
    setDraft(null)
  }
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          inputMode={inputMode}
          value={draft ?? value}
          maxLength={maxLength}
          disabled={field.disabled}
          autoComplete="off"
          onChange={({ target }) => setDraft(target.value)}
          onBlur={end}
          onKeyDown={({ key }) => key === 'Enter' && end()}
        />
      )}
    </Field>
  )
}

type NumberFieldProps = FieldProps &
  Record<'value' | 'min' | 'max', number> & { hint: string; onChange: (value: number) => void }

export function NumberField({ value, min, max, hint, onChange, ...field }: NumberFieldProps) {
  const [note, setNote] = useState('')
  const apply = (asked: number) => {
    const given = Math.min(Math.max(asked, min), max)
    setNote(given === asked ? '' : powText.settings.clamped(formatWhole(asked), formatWhole(given)))
    onChange(given)
  }
  return (
    <DraftField
      {...field}
      hint={`${hint}（${powText.settings.between(formatWhole(min), formatWhole(max))}）`}
      note={<output className="muted small dense">{note}</output>}
      inputMode="numeric"
      value={String(value)}
      commit={(draft) => {
        const asked = parseWholeNumber(draft)
        if (asked !== null) apply(asked)
        else setNote(powText.settings.unread(draft.slice(0, 20)))
      }}
    />
  )
}

const SETTING_LABELS = new Map<string, string>(
  (Object.keys(RunSettings.entries) as (keyof RunSettings)[]).map((name) => [
    name,
    powText.settings[name].label,
  ]),
)

export function AdjustedSettings({ unmet }: { unmet: readonly AdjustedSetting[] }) {
  if (unmet.length === 0) return null
  return (
    <section className="panel stack gap-4" aria-label={powText.unmet.title}>
      <p>{powText.unmet.title}</p>
      <ul>
        {unmet.map(({ name, asked, given }) => (
          <li key={`${name}:${asked}`}>
            {given === null
              ? powText.unmet.unused(SETTING_LABELS.get(name) ?? name, asked)
              : powText.unmet.replaced(SETTING_LABELS.get(name) ?? name, asked, given)}
          </li>
        ))}
      </ul>
    </section>
  )
}
