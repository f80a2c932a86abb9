import { keyOf } from '../model/keyOf.ts'
import type { RunEngine } from '../model/RunEngine.ts'
import type { OpenLane, SearchLane } from './openLane.ts'
import type { Trial } from '../model/runResult.ts'
import { runTrial } from './runTrial.ts'
import type { OnRange, Search, TrialMeasures } from './runTrial.ts'
import type { Settings } from '../model/settings.ts'

/** What a run is given besides its settings. */
export type RunOptions = {
  engine: RunEngine
  open: OpenLane
  /** The independent second opinion on a counter. */
  verify: (key: string, counter: number, difficulty: number) => Promise<boolean>
  signal: AbortSignal
  /** Told every answered range; it must cost next to nothing. */
  onRange?: OnRange
  /** Awaited after every trial, outside the timed part: the place to paint and to pause. */
  between?: (trials: readonly Trial[]) => Promise<void>
}

/** The trials, one after another. A stop ends them early; it is an error only while there is none to show. */
export async function runTrials(
  settings: Settings,
  options: RunOptions,
  warm: readonly SearchLane[],
): Promise<Trial[]> {
  const { signal, verify, onRange } = options
  const { difficulty, range } = settings
  const trials: Trial[] = []
  const beganAt = performance.now()
  for (let index = 0; index < settings.trials; index++) {
    const search = { key: keyOf(settings, index), difficulty, range }
    const startedAt = performance.now() - beganAt
    try {
      const measures =
        settings.pool === 'cold'
          ? await coldTrial(settings.lanes, search, options)
          : await runTrial(warm, search, signal, onRange)
      const { counter } = measures
      const verified = counter === null ? null : await verify(search.key, counter, difficulty)
      trials.push({ ...measures, index, startedAt, verified })
      await options.between?.(trials)
    } catch (error) {
      if (signal.aborted && trials.length > 0) return trials
      throw error
    }
  }
  return trials
}

/** A trial with workers of its own. Their start counts, and the first ranges wait in their queues as in a cold check. */
async function coldTrial(count: number, search: Search, options: RunOptions): Promise<TrialMeasures> {
  const { signal, open, engine, onRange } = options
  const startedAt = performance.now()
  const lanes = await Promise.all(Array.from({ length: count }, () => open(engine)))
  const close = () => lanes.forEach((lane) => lane.close())
  signal.addEventListener('abort', close, { once: true })
  try {
    const opened = performance.now() - startedAt
    const trial = await runTrial(lanes, search, signal, onRange)
    return {
      ...trial,
      milliseconds: trial.milliseconds + opened,
      firstRange: trial.firstRange === null ? null : trial.firstRange + opened,
    }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}
