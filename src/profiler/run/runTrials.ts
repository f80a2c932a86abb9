import { coldTrial } from './coldTrial.ts'
import { keyOf } from '../model/keyOf.ts'
import { runEngineOf } from '../model/RunEngine.ts'
import { configurationsOf, turnsOf } from '../model/turns.ts'
import type { Turn } from '../model/turns.ts'
import type { OpenLane, SearchLane } from './openLane.ts'
import type { Trial } from '../model/runResult.ts'
import { runTrial } from './runTrial.ts'
import type { OnRange } from './runTrial.ts'
import type { Settings } from '../model/settings.ts'

/** What a run is given besides its settings. */
export type RunOptions = {
  open: OpenLane
  /** The independent second opinion on a counter. */
  verify: (key: string, counter: number, difficulty: number) => Promise<boolean>
  signal: AbortSignal
  /** Told every answered range; it must cost next to nothing. */
  onRange?: OnRange
  /** Awaited after every trial, outside the timed part: the place to paint and to pause. `trials` are those of the first configuration, `all` those of every one, in the order of their start. */
  between?: (trials: readonly Trial[], all: readonly Trial[]) => Promise<void>
  /** Awaited now and then while the device is at full load; told how many seconds of it are over. */
  sustaining?: (seconds: number) => Promise<void>
  /** Awaited between two ranges of a lane at full load: as long as the tester has paused the run. */
  rest?: () => Promise<void>
  /** Whether the tester has paused the run. */
  held?: () => boolean
}

/** Awaited after every trial, before `between`; `ended` is the milliseconds since the first trial. */
export type AfterTrial = (turn: Turn, isLast: boolean, ended: number) => Promise<void>

/** The trials of a run with one configuration. */
export async function runTrials(
  settings: Settings,
  options: RunOptions,
  warm: readonly SearchLane[],
): Promise<Trial[]> {
  const [trials = []] = await runTurns({ ...settings, against: [] }, options, [warm])
  return trials
}

/** The trials of every configuration, taking turns. A stop ends them early; it is an error only while there is none to show. */
export async function runTurns(
  settings: Settings,
  options: RunOptions,
  pools: readonly (readonly SearchLane[])[],
  after?: AfterTrial,
): Promise<Trial[][]> {
  const { signal, verify, onRange } = options
  const configurations = configurationsOf(settings)
  const all = configurations.map((): Trial[] => [])
  const { difficulty } = settings
  const inOrder: Trial[] = []
  const beganAt = performance.now()
  for (const turn of turnsOf(settings.trials, configurations.length)) {
    const own = configurations[turn.configuration] ?? settings
    const { range, lanes, pool } = own
    for (let index = turn.from; index < turn.to; index++) {
      const search = { key: keyOf(settings, index), difficulty, range }
      const startedAt = performance.now() - beganAt
      try {
        const measures =
          pool === 'cold'
            ? await coldTrial(lanes, runEngineOf(own.engine), search, options)
            : await runTrial(pools[turn.configuration] ?? [], search, signal, onRange)
        const { counter } = measures
        const verified = counter === null ? null : await verify(search.key, counter, difficulty)
        const trial = { ...measures, index, startedAt, verified, block: turn.block, steal: null }
        all[turn.configuration]?.push(trial)
        inOrder.push(trial)
        await after?.(turn, index === turn.to - 1, performance.now() - beganAt)
        await options.between?.(all[0] ?? [], inOrder)
      } catch (error) {
        if (signal.aborted && inOrder.length > 0) return all
        throw error
      }
    }
  }
  return all
}
