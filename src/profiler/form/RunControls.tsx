import { useAtomValue, useSetAtom } from 'jotai'
import { powText } from '../../text/pow.ts'
import { Alert, Announcer } from '../../ui/Notice.tsx'
import { Button } from '../../ui/controls.tsx'
import { useRestoreFocus } from '../../ui/hooks.tsx'
import { estimateSeconds, remainingSeconds, startsWithoutAsking } from '../model/estimate.ts'
import { formatFigure, formatShort, formatWhole } from '../model/format.ts'
import type { RunResult } from '../model/result.ts'
import { COMPARED_RUNS_MIN } from '../model/settings.ts'
import {
  runningStateAtom,
  pauseRunAtom,
  runEndAtom,
  runStateAtom,
  startRunAtom,
  stopRunAtom,
} from '../run/runAtoms.ts'
import type { RunningState, RunEnd } from '../run/runAtoms.ts'
import { runsAtom, shownRunAtom } from '../runs/runs.ts'
import styles from './RunControls.module.css'
import { useSettings } from './useSettings.tsx'

const { action, announced, result, state, settings: settingsText } = powText

export function RunControls() {
  const live = useAtomValue(runningStateAtom)
  const end = useAtomValue(runEndAtom)
  const run = useAtomValue(runStateAtom)
  const running = live !== null
  const controls = useRestoreFocus<HTMLDivElement>(running)
  return (
    <div ref={controls} className="stack gap-12">
      <Announcer>{runAnnouncement(live, end, run.name === 'failed')}</Announcer>
      {run.name === 'failed' && (
        <Alert title={state.failed}>
          <p>{state.failedHint}</p>
          <p>
            <code>{run.message}</code>
          </p>
        </Alert>
      )}
      {live ? <Running live={live} /> : <Start />}
    </div>
  )
}

function Start() {
  const start = useSetAtom(startRunAtom)
  const { settings, unmet, label, query } = useSettings()
  const hasRun = useAtomValue(shownRunAtom) !== null
  const { list } = useAtomValue(runsAtom)
  const known = list.find(({ imported, result }) => !imported && result.settings.engine === settings.engine)
  const request = { settings, unmet, label }
  const seconds = estimateSeconds(settings, known?.result ?? null)
  const waits = query.get('autostart') === '1' && !hasRun && !startsWithoutAsking(settings)
  return (
    <>
      {waits && <p>{settingsText.asksFirst}</p>}
      <p className="muted small dense">{settingsText.estimate(about(seconds))}</p>
      <Button kind="filled" wide onClick={() => void start(request)}>
        {action.start}
      </Button>
      {/* A shown run has a button of its own for the others that a comparison needs. */}
      {!hasRun && (
        <Button wide onClick={() => void start(request, COMPARED_RUNS_MIN)}>
          {action.repeat(about(seconds * COMPARED_RUNS_MIN))}
        </Button>
      )}
    </>
  )
}

function about(seconds: number): string {
  return seconds < 100
    ? settingsText.seconds(Math.max(Math.round(seconds), 1))
    : settingsText.minutes(Math.round(seconds / 60))
}

function Running({ live: { settings, trials, all, paused, sustained, turn } }: { live: RunningState }) {
  const pause = useSetAtom(pauseRunAtom)
  const stop = useSetAtom(stopRunAtom)
  const planned = settings.trials * (1 + settings.against.length)
  const [max, value, remaining, doing] =
    sustained === undefined
      ? [planned, all.length, remainingSeconds(settings, all), state.running]
      : [settings.sustain ?? 1, sustained, (settings.sustain ?? 0) - sustained, state.sustaining]
  return (
    <>
      <p className={`line between small tabular ${styles['figures']}`}>
        <span>{paused ? state.paused : trials.length > 0 ? doing : state.starting}</span>
        {remaining !== null && <span>{state.remaining(about(remaining))}</span>}
      </p>
      <progress className="progress-bar" aria-label={state.progress} max={max} value={value} />
      <p className={`line between small tabular ${styles['figures']}`}>
        <span>{state.count(formatWhole(all.length), formatWhole(planned))}</span>
        {turn.of > 1 && <span>{state.turn(turn.run, turn.of)}</span>}
      </p>
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

/** Screen readers hear the progress this many times in a run: the figures change too often to be read out. */
const ANNOUNCEMENTS_PER_RUN = 4

export function runAnnouncement(live: RunningState | null, end: RunEnd | null, hasFailed: boolean): string {
  if (live) return live.paused ? state.paused : progressText(live)
  if (!end || hasFailed) return ''
  return 'result' in end ? resultText(end.result) : announced.nothing
}

function progressText({ settings, all, sustained }: RunningState): string {
  if (sustained !== undefined) return state.sustaining
  if (all.length === 0) return state.starting
  const share = all.length / (settings.trials * (1 + settings.against.length))
  const part = Math.min(Math.floor(share * ANNOUNCEMENTS_PER_RUN), ANNOUNCEMENTS_PER_RUN - 1)
  return part === 0 ? state.running : announced.progress(state.running, (part / ANNOUNCEMENTS_PER_RUN) * 100)
}

function resultText({ settings, trials, summary }: RunResult): string {
  const rate = summary.scaling.find(({ lanes }) => lanes === settings.lanes)?.attemptsPerSecond
  const median = summary.milliseconds?.p50
  return [
    trials.length < settings.trials ? announced.stopped(state.ended, trials.length) : state.ended,
    result.verdict[summary.agreement.verdict].title,
    rate !== undefined && announced.rate(formatShort(rate)),
    median !== null && median !== undefined && announced.median(formatFigure(median)),
  ]
    .filter(Boolean)
    .join('。')
}
