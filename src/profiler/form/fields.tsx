import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { powText } from '../../text/pow.ts'
import { whole } from '../model/format.ts'
import { LABEL_MAX, configurationText } from '../model/settings.ts'
import type { RunEngine, Settings } from '../model/settings.ts'
import styles from './fields.module.css'
import { useSettings } from './useSettings.tsx'

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
        {label}
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

type ControlProps = { id: string; className: string | undefined; 'aria-describedby': string | undefined }

type Choice<T extends string> = readonly [value: T, words: string]
type ChoiceFieldProps<T extends string> = FieldProps & {
  value: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
}

export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { value, choices, disabled, onChange } = props
  return (
    <Field {...props}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value as T)}
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

const text = powText.settings.against

export function AgainstField({ disabled }: { disabled: boolean }) {
  const { settings, engines, set } = useSettings()
  const { against } = settings
  const chosen = against.map((other) => configurationText(other, settings)).join(' ')
  const offered = choicesFor(settings, engines)
  const known = offered.some(([value]) => value === chosen)
  const linked = against.length > 1 ? text.several(against.length) : text.other(chosen)
  return (
    <ChoiceField
      label={text.label}
      hint={text.hint}
      value={chosen}
      // A link may hold more than the list offers.
      choices={known ? offered : [...offered, [chosen, linked]]}
      disabled={disabled}
      onChange={(value) => set('against', value)}
    />
  )
}

function choicesFor({ engine, lanes, pool }: Settings, engines: readonly RunEngine[]): Choice<string>[] {
  const others = engines.filter((name) => name !== engine)
  const otherPool = pool === 'warm' ? 'cold' : 'warm'
  const alone = (name: RunEngine) => (name === 'page' && lanes > 1 ? ',lanes:1' : '')
  return [
    ['', text.none],
    ['same', text.same],
    ...others.map((name) => [`engine:${name}${alone(name)}`, powText.engine[name]] as const),
    ...(lanes > 1 ? [['lanes:1', text.lanes] as const] : []),
    [`pool:${otherPool}`, powText.pool[otherPool]],
  ]
}

type DraftFieldProps = FieldProps & {
  value: string
  maxLength?: number
  numeric?: boolean
  commit: (draft: string) => void
}

/** Text that is applied when the tester leaves the field or presses Enter. */
function DraftField({ value, maxLength, numeric = false, commit, ...field }: DraftFieldProps) {
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
          {...(numeric && { inputMode: 'numeric' })}
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

export function LabelField({ disabled }: { disabled: boolean }) {
  const { label, set } = useSettings()
  return (
    <DraftField
      {...powText.settings.label}
      value={label}
      maxLength={LABEL_MAX}
      disabled={disabled}
      commit={(draft) => set('label', draft)}
    />
  )
}

type NumberFieldProps = FieldProps &
  Record<'value' | 'min' | 'max', number> & { hint: string; onChange: (value: string) => void }

export function NumberField({ value, min, max, hint, onChange, ...field }: NumberFieldProps) {
  const [note, setNote] = useState('')
  const apply = (asked: number) => {
    const given = Math.min(Math.max(asked, min), max)
    setNote(given === asked ? '' : powText.settings.clamped(whole(asked), whole(given)))
    onChange(String(given))
  }
  return (
    <DraftField
      {...field}
      hint={`${hint}（${powText.settings.between(whole(min), whole(max))}）`}
      note={<output className="muted small dense">{note}</output>}
      numeric
      value={String(value)}
      commit={(draft) => {
        if (/^\d+$/.test(draft)) apply(Number(draft))
        else setNote(powText.settings.unread(draft.slice(0, 20)))
      }}
    />
  )
}
