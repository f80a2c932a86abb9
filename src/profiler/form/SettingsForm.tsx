import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { powText } from '../../text/pow.ts'
import {
  SELECTABLE_DIFFICULTIES,
  LABEL_LENGTH_MAX,
  SETTING_LIMITS,
  POOL_KINDS,
  configurationToText,
  settingsToQuery,
  toRunEngine,
} from '../model/settings.ts'
import type { NumberSettingName, RunEngine, RunSettings } from '../model/settings.ts'
import { runStateAtom } from '../run/runAtoms.ts'
import styles from './fields.module.css'
import { ChoiceField, DraftField, NumberField } from './fields.tsx'
import type { FieldChoice } from './fields.tsx'
import { useSettings } from './useSettings.tsx'

const text = powText.settings
const DIFFICULTY_CHOICES = [0, ...SELECTABLE_DIFFICULTIES].map(
  (difficulty) => [`${difficulty}`, `${difficulty}`] as const,
)
const POOL_CHOICES = POOL_KINDS.map((pool) => [pool, powText.pool[pool]] as const)

export function SettingsForm() {
  const { settings, label, query, cores, engines, set } = useSettings()
  const running = useAtomValue(runStateAtom).name === 'running'
  const engine = toRunEngine(settings.engine)
  const field = (name: string) => ({
    disabled: running,
    onChange: (value: string | number) => set(name, String(value)),
  })
  const number = (name: NumberSettingName) => ({
    ...SETTING_LIMITS[name],
    value: settings[name] ?? 0,
    ...field(name),
  })
  const [full, setFull] = useState<boolean | null>(null)
  const showsAll = full ?? FULL_NAMES.some((name) => query.has(name))
  return (
    <div className="stack gap-12 unmuted">
      <fieldset className={`cluster ${styles['forms']}`}>
        <legend className="visually-hidden">{text.forms.label}</legend>
        {(['simple', 'full'] as const).map((form) => (
          <label key={form} className="checkbox">
            <input
              type="radio"
              name="form"
              checked={showsAll === (form === 'full')}
              onChange={() => setFull(form === 'full')}
            />
            <span>{text.forms[form]}</span>
          </label>
        ))}
      </fieldset>
      <div className="columns gap-12 unmuted">
        <ChoiceField
          {...text.difficulty}
          value={String(settings.difficulty)}
          choices={DIFFICULTY_CHOICES}
          {...field('difficulty')}
        />
        <NumberField {...text.trials} {...number('trials')} />
      </div>
      {showsAll && (
        <>
          <ChoiceField
            {...text.engine}
            value={engine}
            choices={engines.map((name) => [name, powText.engine[name]] as const)}
            {...field('engine')}
          />
          <ChoiceField {...text.against} {...againstChoices(settings, engines)} {...field('against')} />
          <ChoiceField
            {...text.sustain}
            value={String(settings.sustain ?? 0)}
            choices={loadChoices(settings.sustain ?? 0)}
            disabled={running}
            onChange={(value) => set('sustain', value === '0' ? '' : value)}
          />
          <ChoiceField {...text.pool} value={settings.pool} choices={POOL_CHOICES} {...field('pool')} />
          <div className="columns gap-12 unmuted">
            <NumberField
              {...text.lanes}
              {...number('lanes')}
              max={Math.min(cores, SETTING_LIMITS.lanes.max)}
              disabled={running || engine === 'page'}
            />
            <NumberField {...text.range} {...number('range')} />
            <NumberField {...text.keyLength} {...number('keyLength')} />
            <NumberField {...text.seed} {...number('seed')} />
          </div>
        </>
      )}
      <DraftField
        {...text.label}
        value={label}
        maxLength={LABEL_LENGTH_MAX}
        disabled={running}
        commit={(draft) => set('label', draft)}
      />
      {showsAll && (
        <>
          <CopyButton words={`${pageAddress()}?${settingsToQuery(settings, label)}`} />
          <p className="muted small">{text.automation}</p>
        </>
      )}
    </div>
  )
}

/** Settings that only the full form shows. A link with one of them opens the full form. */
const FULL_NAMES = ['engine', 'against', 'sustain', 'lanes', 'pool', 'range', 'keyLength', 'seed']

function againstChoices(settings: RunSettings, engines: readonly RunEngine[]) {
  const { against } = settings
  const value = against.map((other) => configurationToText(other, settings)).join(' ')
  const offered = choicesFor(settings, engines)
  // A link may contain more configurations than the list offers.
  const linked = against.length > 1 ? text.against.several(against.length) : text.against.other(value)
  const known = offered.some(([choice]) => choice === value)
  return { value, choices: known ? offered : [...offered, [value, linked] as const] }
}

function choicesFor({ engine, lanes, pool }: RunSettings, engines: readonly RunEngine[]): FieldChoice[] {
  const others = engines.filter((name) => name !== engine)
  const otherPool = pool === 'warm' ? 'cold' : 'warm'
  const alone = (name: RunEngine) => (name === 'page' && lanes > 1 ? ',lanes:1' : '')
  return [
    ['', text.against.none],
    ['same', text.against.same],
    ...others.map((name) => [`engine:${name}${alone(name)}`, powText.engine[name]] as const),
    ...(lanes > 1 ? [['lanes:1', text.against.lanes] as const] : []),
    [`pool:${otherPool}`, powText.pool[otherPool]],
  ]
}

/**
 * Seconds at full load that are offered: none, one minute, five minutes (by then most phones have reached a steady speed), half an hour.
 */
const LOAD_SECONDS = [0, 60, 300, 1_800]

function loadChoices(seconds: number): FieldChoice[] {
  const offered = LOAD_SECONDS.includes(seconds) ? LOAD_SECONDS : [...LOAD_SECONDS, seconds]
  return offered.map((value) => [
    String(value),
    value === 0 ? text.sustain.none : text.sustain.seconds(value),
  ])
}

/** Returns the page's own address without its query. It is empty while prerendering, when nobody can press anything. */
function pageAddress(): string {
  return typeof window === 'undefined' ? '' : `${window.location.origin}${window.location.pathname}`
}
