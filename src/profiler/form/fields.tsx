import { useId, useState } from 'react'
import { powText } from '../../text/pow.ts'
import { LABEL_MAX, configurationText } from '../model/settings.ts'
import type { RunEngine, Settings } from '../model/settings.ts'
import styles from './fields.module.css'
import { useSettings } from './useSettings.tsx'

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
    <div className={`stack gap-4 ${styles['field']}`}>
      <label htmlFor={id} className="medium bold">
        {label}
      </label>
      <select
        id={id}
        className={`text-input tabular ${styles['control']}`}
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
        <p id={`${id}-hint`} className="muted small dense">
          {hint}
        </p>
      )}
    </div>
  )
}

const text = powText.settings.against

/** What the first configuration takes turns with: nothing, itself, another engine, one lane, or the other kind of pool. */
export function AgainstField({ disabled }: { disabled: boolean }) {
  const { settings, engines, set } = useSettings()
  const chosen = settings.against.map((other) => configurationText(other, settings)).join(' ')
  const offered = choicesFor(settings, engines)
  const known = offered.some(([value]) => value === chosen)
  return (
    <ChoiceField
      label={text.label}
      hint={text.hint}
      value={chosen}
      // A link may hold more than the list offers.
      choices={known ? offered : [...offered, [chosen, linked(settings, chosen)]]}
      disabled={disabled}
      onChange={(value) => set('against', value)}
    />
  )
}

function choicesFor(
  { engine, lanes, pool }: Settings,
  engines: readonly RunEngine[],
): (readonly [value: string, words: string])[] {
  const others = engines
    .filter((name) => name !== engine)
    .map(
      (name) =>
        [
          name === 'page' && lanes > 1 ? 'engine:page,lanes:1' : `engine:${name}`,
          powText.engine[name],
        ] as const,
    )
  const otherPool = pool === 'warm' ? 'cold' : 'warm'
  return [
    ['', text.none],
    ['same', text.same],
    ...others,
    ...(lanes > 1 ? [['lanes:1', text.lanes] as const] : []),
    [`pool:${otherPool}`, powText.pool[otherPool]],
  ]
}

const linked = ({ against }: Settings, chosen: string) =>
  against.length > 1 ? text.several(against.length) : text.other(chosen)

const labelFieldText = powText.settings.label

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
    <div className={`stack gap-4 ${styles['field']}`}>
      <label htmlFor={id} className="medium bold">
        {labelFieldText.label}
      </label>
      <input
        id={id}
        className={`text-input tabular ${styles['control']}`}
        value={draft ?? label}
        maxLength={LABEL_MAX}
        disabled={disabled}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <p id={`${id}-hint`} className="muted small dense">
        {labelFieldText.hint}
      </p>
    </div>
  )
}

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
    <div className={`stack gap-4 ${styles['field']}`}>
      <label htmlFor={id} className="medium bold">
        {label}
      </label>
      <input
        id={id}
        className={`text-input tabular ${styles['control']}`}
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
        <p id={`${id}-hint`} className="muted small dense">
          {hint}
        </p>
      )}
    </div>
  )
}
