import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { powText } from '../../text/pow.ts'
import { Alert, Announcer } from '../../ui/Notice.tsx'
import { Button } from '../../ui/controls.tsx'
import { estimateSeconds, remainingSeconds, startsUnasked } from '../model/estimate.ts'
import { whole } from '../model/format.ts'
import {
  liveAtom,
  pauseRunAtom,
  runEndAtom,
  runStateAtom,
  startRunAtom,
  stopRunAtom,
} from '../run/runAtoms.ts'
import type { Live } from '../run/runAtoms.ts'
import { ownRunsAtom, shownRunAtom } from '../runs/runs.ts'
import styles from './RunControls.module.css'
import { runAnnouncement } from './runAnnouncement.ts'
import { useSettings } from './useSettings.tsx'

const { action, state, settings: settingsText } = powText

/** The buttons to run, pause and stop, and the progress of a run. */
export function RunControls() {
  const live = useAtomValue(liveAtom)
  const end = useAtomValue(runEndAtom)
  const hasFailed = useAtomValue(runStateAtom).name === 'failed'
  const controls = useRef<HTMLDivElement>(null)
  const running = live !== null
  const wasRunning = useRef(running)
  // The button that was pressed is gone when a run starts or ends: the one in its place takes the focus over.
  useEffect(() => {
    if (wasRunning.current === running) return
    wasRunning.current = running
    if (document.activeElement === document.body) {
      controls.current?.querySelector('button')?.focus({ preventScroll: true })
    }
  }, [running])
  return (
    <div ref={controls} className="stack gap-12">
      <Announcer>{runAnnouncement(live, end, hasFailed)}</Announcer>
      <Failed />
      {live ? <Running live={live} /> : <Start />}
    </div>
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
  const start = useSetAtom(startRunAtom)
  const { settings, unmet, label, query } = useSettings()
  const hasRun = useAtomValue(shownRunAtom) !== null
  const known = useAtomValue(ownRunsAtom).find((run) => run.settings.engine === settings.engine)
  const seconds = estimateSeconds(settings, known ?? null)
  const waits = query.get('autostart') === '1' && !hasRun && !startsUnasked(settings)
  return (
    <>
      {waits && <p>{settingsText.asksFirst}</p>}
      <p className="muted small dense">{settingsText.estimate(about(seconds))}</p>
      <Button kind="filled" wide onClick={() => void start({ settings, unmet, label })}>
        {action.start}
      </Button>
    </>
  )
}

/** So many seconds in words; minutes from a hundred seconds on. */
function about(seconds: number): string {
  return seconds < 100
    ? settingsText.seconds(Math.max(Math.round(seconds), 1))
    : settingsText.minutes(Math.round(seconds / 60))
}

function Running({ live }: { live: Live }) {
  const pause = useSetAtom(pauseRunAtom)
  const stop = useSetAtom(stopRunAtom)
  const { settings, trials, all, paused } = live
  const planned = settings.trials * (1 + settings.against.length)
  const loaded = live.sustained
  const remaining = loaded === undefined ? remainingSeconds(settings, all) : (settings.sustain ?? 0) - loaded
  const counted = state.count(whole(all.length), whole(planned))
  return (
    <>
      <p className={`line between small tabular ${styles['figures']}`}>
        <span>{paused ? state.paused : trials.length > 0 ? doing(loaded) : state.starting}</span>
        {remaining !== null && <span>{state.remaining(about(remaining))}</span>}
      </p>
      <progress
        aria-label={state.progress}
        {...(loaded === undefined
          ? { max: planned, value: all.length }
          : { max: settings.sustain ?? 1, value: loaded })}
      />
      <Rates live={live} counted={counted} />
      <div className="columns">
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

const doing = (loaded: number | undefined) => (loaded === undefined ? state.running : state.sustaining)

function Rates({ live: { rates }, counted }: { live: Live; counted: string }) {
  const known = rates.filter((rate) => rate !== null)
  const all = known.reduce((sum, rate) => sum + rate, 0)
  return (
    <>
      <p className={`line between small tabular ${styles['figures']}`}>
        <span>{counted}</span>
        {known.length > 0 && <span>{state.rate(whole(all))}</span>}
      </p>
      <ul className="plain muted">
        {rates.map((rate, lane) => (
          // A lane has no other name than its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={lane} className={`line between small tabular ${styles['figures']}`}>
            <span>{state.lane(lane + 1)}</span>
            <span>{rate === null ? powText.figures.none : state.rate(whole(rate))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
