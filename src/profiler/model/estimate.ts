import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { expectedAttempts, mean, median } from '../stats/geometric.ts'
import type { Result, Trial } from './result.ts'
import { configurationsOf, runEngineOf } from './settings.ts'
import type { RunEngine, Settings } from './settings.ts'

/** Attempts per second of one worker on an average device, for devices that have not been measured: only the order of magnitude matters. */
const USUAL_RATES: Record<RunEngine, number> = {
  auto: 8e6,
  unrolled: 8e6,
  rolled: 8e6,
  scalar: 4e6,
  javascript: 1e6,
  page: 8e6,
  'hash-wasm': 1e6,
  subtle: 1e5,
}

/** Milliseconds: of a trial besides its search, of starting workers for a cold one, before the first trial, and of the scaling with each number of workers. */
const [BESIDE, COLD, START, SCALING] = [1, 60, 1_000, 300]

const TRIALS_MIN = 5

export function estimateSeconds(settings: Settings, known: Result | null): number {
  const every = configurationsOf(settings).map((own) => ownMilliseconds(own, known))
  return (START + every.reduce((sum, milliseconds) => sum + milliseconds, 0)) / 1000 + (settings.sustain ?? 0)
}

function ownMilliseconds(settings: Settings, known: Result | null): number {
  const attempts = Math.min(expectedAttempts(settings.difficulty), MAX_ATTEMPTS)
  const lane =
    known?.settings.engine === settings.engine
      ? (known.summary.attemptsPerSecond.all ?? 0) / known.settings.lanes
      : 0
  const rate = (lane || USUAL_RATES[runEngineOf(settings.engine)]) * settings.lanes
  const trial = (attempts / rate) * 1000 + BESIDE + (settings.pool === 'cold' ? COLD : 0)
  return trial * settings.trials + SCALING * settings.lanes
}

/** Seconds that are left of a run, from the trials of all its configurations so far, in the order of their start; null while they are too few. Pauses do not count. */
export function remainingSeconds(settings: Settings, trials: readonly Trial[]): number | null {
  if (trials.length < TRIALS_MIN) return null
  const beside = trials.slice(1).map((trial, index) => {
    const before = trials[index]
    return before ? trial.startedAt - before.startedAt - before.milliseconds : 0
  })
  const trial = mean(trials.map(({ milliseconds }) => milliseconds)) + median(beside)
  const configurations = configurationsOf(settings)
  const lanes = configurations.reduce((sum, own) => sum + own.lanes, 0)
  const own = trial * (settings.trials * configurations.length - trials.length) + SCALING * lanes
  return own / 1000 + (settings.sustain ?? 0)
}

/** Seconds of expected work up to which a link may start by itself: longer ones would heat a phone whose owner only opened a page. */
const UNASKED_MAX = 30

export function startsUnasked(settings: Settings): boolean {
  return estimateSeconds(settings, null) <= UNASKED_MAX
}
