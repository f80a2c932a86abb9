import { isRepetition, searchSameKeys } from './alike.ts'
import { partOf } from './partOf.ts'
import type { Result, Trial } from '../model/runResult.ts'
import type { Speed } from './Speed.ts'
import { speedByRuns } from './speedByRuns.ts'
import { speedByTurns } from './speedByTurns.ts'
import { ksTwoSample } from '../stats/kolmogorovSmirnov.ts'

export type Comparison = {
  /** Null where the difficulties differ: such times are not comparable. */
  speed: Speed | null
  /** How many runs of either side it rests on. */
  runs: [left: number, right: number]
  /** How far the distributions of the solve times lie apart: the largest gap between the two distribution functions. */
  distance: number
  /** Trials of both that searched the same key, and how many found their solution in the same range; null where keys or ranges differ. */
  same: { compared: number; equal: number } | null
}

/** Two runs side by side, each together with its repetitions among all `kept` runs. */
export function compareRuns(left: Result, right: Result, kept: readonly Result[]): Comparison {
  const comparable = left.settings.difficulty === right.settings.difficulty
  const [lefts, rights] = [repetitionsOf(left, kept), repetitionsOf(right, kept)]
  return {
    speed: comparable ? speedByRuns(lefts, rights) : null,
    runs: [lefts.length, rights.length],
    ...answersOf(left, right),
  }
}

/** The run and its repetitions. One that was imported twice counts once: no two runs of a device have the same date. */
function repetitionsOf(run: Result, kept: readonly Result[]): Result[] {
  const found = new Map([[run.environment.date, run]])
  for (const one of kept) {
    const { date } = one.environment
    if (!found.has(date) && isRepetition(one, run)) found.set(date, one)
  }
  return [...found.values()]
}

/** The first configuration of a run beside another one of it, which took turns with it. */
export function compareTurns(run: Result, other: number): Comparison {
  return { speed: speedByTurns(run, other), runs: [1, 1], ...answersOf(partOf(run, 0), partOf(run, other)) }
}

function answersOf(left: Result, right: Result): Pick<Comparison, 'distance' | 'same'> {
  const pairs = searchSameKeys(left, right) ? pairsOf(left, right) : null
  return {
    distance: ksTwoSample(left.trials.map(timeOf), right.trials.map(timeOf)).distance,
    same:
      pairs && left.settings.range === right.settings.range
        ? {
            compared: pairs.length,
            equal: pairs.filter(([one, other]) => one.range?.from === other.range?.from).length,
          }
        : null,
  }
}

const timeOf = ({ milliseconds }: Trial) => milliseconds

/** Trials of both runs that searched the same key. With the same ranges their solutions must lie in the same ones, whatever the engine. */
function pairsOf(left: Result, right: Result): [Trial, Trial][] {
  const others = new Map(right.trials.map((trial) => [trial.index, trial]))
  return left.trials.flatMap((trial): [Trial, Trial][] => {
    const other = others.get(trial.index)
    return other ? [[trial, other]] : []
  })
}
