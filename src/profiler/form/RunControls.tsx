import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import { powText } from '../../text/pow.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { engineOf } from '../model/engines.ts'
import field from './SettingField.module.css'
import { whole } from '../model/format.ts'
import { labelAtom } from './labelAtom.ts'
import styles from './RunForm.module.css'
import { liveAtom, pauseRunAtom, runStateAtom, startRunAtom, stopRunAtom } from '../run/runAtoms.ts'
import type { Live } from '../run/runAtoms.ts'
import { useSettings } from './useSettings.tsx'

const { action, state, settings: settingsText } = powText

/** Run, pause, stop, and how far it is. */
export function RunControls() {
  const live = useAtomValue(liveAtom)
  return (
    <>
      <Failed />
      {live ? <Running live={live} /> : <Start />}
    </>
  )
}

function Failed() {
  const run = useAtomValue(runStateAtom)
  if (run.name !== 'failed') return null
  return (
    <Alert title={state.failed}>
      <p>{state.failedHint}</p>
      <p>
        <code>{run.message}</code>
      </p>
    </Alert>
  )
}

function Start() {
  const id = useId()
  const [label, setLabel] = useAtom(labelAtom)
  const start = useSetAtom(startRunAtom)
  const { settings } = useSettings()
  const engine = engineOf(settings.engine)
  return (
    <>
      <div className={field['field']}>
        <label htmlFor={id} className={field['label']}>
          {settingsText.label.label}
        </label>
        <input
          id={id}
          className={field['control']}
          value={label}
          maxLength={60}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={(event) => setLabel(event.target.value)}
        />
        <p id={`${id}-hint`} className={field['hint']}>
          {settingsText.label.hint}
        </p>
      </div>
      <Button kind="filled" wide onClick={() => void start({ settings, engine, label: label.trim() })}>
        {action.start}
      </Button>
    </>
  )
}

function Running({ live }: { live: Live }) {
  const pause = useSetAtom(pauseRunAtom)
  const stop = useSetAtom(stopRunAtom)
  const { settings, trials, paused } = live
  const counted = state.count(whole(trials.length), whole(settings.trials))
  return (
    <>
      <output>{paused ? state.paused : trials.length > 0 ? state.running : state.starting}</output>
      <progress
        className={styles['progress']}
        aria-label={state.progress}
        max={settings.trials}
        value={trials.length}
      />
      <Rates live={live} counted={counted} />
      <div className={styles['buttons']}>
        <Button wide onClick={() => pause(!paused)}>
          {paused ? action.resume : action.pause}
        </Button>
        <Button wide onClick={() => stop()}>
          {action.stop}
        </Button>
      </div>
    </>
  )
}

function Rates({ live: { rates }, counted }: { live: Live; counted: string }) {
  const known = rates.filter((rate) => rate !== null)
  const all = known.reduce((sum, rate) => sum + rate, 0)
  return (
    <>
      <p className={styles['figures']}>
        <span>{counted}</span>
        {known.length > 0 && <span>{state.rate(whole(all))}</span>}
      </p>
      <ul className={styles['lanes']}>
        {rates.map((rate, lane) => (
          // A lane has no other name than its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={lane}>
            <span>{state.lane(lane + 1)}</span>
            <span>{rate === null ? powText.figures.none : state.rate(whole(rate))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
