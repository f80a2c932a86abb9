import { ATTEMPTS_MAX } from '../../../contract/challenge.ts'
import { expectedAttempts, mean, median, sum } from '../stats/sample.ts'
import type { RunResult, Trial } from './result.ts'
import { RUN_ENGINE_REQUIREMENTS, allConfigurations, toRunEngine } from './settings.ts'
import type { RunSettings } from './settings.ts'

/**
 * Milliseconds besides the search itself: of each trial, of each cold trial (which starts workers), before the first trial, and for
 * measuring each number of workers.
 */
const [BESIDE, COLD, START, SCALING] = [1, 60, 1_000, 300]

const TRIALS_MIN = 5

export function estimateSeconds(settings: RunSettings, known: RunResult | null): number {
  const every = allConfigurations(settings).map((own) => ownMilliseconds(own, known))
  return (START + sum(every)) / 1000 + (settings.sustain ?? 0)
}

function ownMilliseconds(settings: RunSettings, known: RunResult | null): number {
  const attempts = Math.min(expectedAttempts(settings.difficulty), ATTEMPTS_MAX)
  const perWorker =
    known?.settings.engine === settings.engine
      ? (known.summary.attemptsPerSecond.all ?? 0) / known.settings.lanes
      : 0
  const rate = (perWorker || RUN_ENGINE_REQUIREMENTS[toRunEngine(settings.engine)].usual) * settings.lanes
  const trial = (attempts / rate) * 1000 + BESIDE + (settings.pool === 'cold' ? COLD : 0)
  return trial * settings.trials + SCALING * settings.lanes
}

/**
 * Estimates the remaining seconds of a run from the trials of all its configurations so far, in the order of their start. Null while there
 * are too few. Pauses do not count.
 */
export function remainingSeconds(settings: RunSettings, trials: readonly Trial[]): number | null {
  if (trials.length < TRIALS_MIN) return null
  const beside = trials
    .slice(0, -1)
    .map(
      ({ startedAt, milliseconds }, index) => (trials[index + 1]?.startedAt ?? 0) - startedAt - milliseconds,
    )
  const trial = mean(trials.map(({ milliseconds }) => milliseconds)) + median(beside)
  const configurations = allConfigurations(settings)
  const workers = sum(configurations.map((own) => own.lanes))
  const own = trial * (settings.trials * configurations.length - trials.length) + SCALING * workers
  return own / 1000 + (settings.sustain ?? 0)
}

/**
 * A link may start a run by itself if the expected work takes at most this many seconds. Longer runs would heat a phone whose owner only
 * opened a page.
 */
const UNASKED_MAX = 30

export function startsWithoutAsking(settings: RunSettings): boolean {
  return estimateSeconds(settings, null) <= UNASKED_MAX
}
