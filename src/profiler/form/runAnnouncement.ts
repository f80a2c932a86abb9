import { powText } from '../../text/pow.ts'
import { figure, short } from '../model/format.ts'
import type { Result } from '../model/result.ts'
import type { Live, RunEnd } from '../run/runAtoms.ts'

const { state, announced, result: resultText } = powText

/** The progress is told so often in a run: its figures change too often for ears. */
const PARTS = 4

export function runAnnouncement(live: Live | null, end: RunEnd | null, hasFailed: boolean): string {
  if (live) return live.paused ? state.paused : running(live)
  if (!end || hasFailed) return ''
  return 'result' in end ? ended(end.result) : announced.nothing
}

function running({ settings, all, sustained }: Live): string {
  if (sustained !== undefined) return state.sustaining
  if (all.length === 0) return state.starting
  const share = all.length / (settings.trials * (1 + settings.against.length))
  const part = Math.min(Math.floor(share * PARTS), PARTS - 1)
  return part === 0 ? state.running : announced.progress(state.running, (part / PARTS) * 100)
}

function ended({ settings, trials, summary }: Result): string {
  const rate = summary.scaling.find(({ lanes }) => lanes === settings.lanes)?.attemptsPerSecond
  const median = summary.milliseconds?.p50
  return [
    trials.length < settings.trials ? announced.stopped(state.ended, trials.length) : state.ended,
    resultText.verdict[summary.agreement.verdict].title,
    rate !== undefined && announced.rate(short(rate)),
    median !== null && median !== undefined && announced.median(figure(median)),
  ]
    .filter(Boolean)
    .join('。')
}
