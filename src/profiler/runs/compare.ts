import type { Result, Trial } from '../model/runResult.ts'
import { ksTwoSample } from '../stats/kolmogorovSmirnov.ts'
import type { KsResult } from '../stats/kolmogorovSmirnov.ts'
import { rankSumPValue, signTestPValue } from '../stats/locationTests.ts'
import { median } from '../stats/percentile.ts'

/** A difference counts as significant when chance alone makes it in fewer than this share of comparisons. */
const SIGNIFICANT = 0.01

/** Milliseconds added to both times of a pair: a coarse clock may read zero. */
const CLOCK = 0.01

/** Which run solves faster, and by how much; `times` is 1 or more. `pValue` is how often chance alone makes such a difference. */
export type Speed = { faster: 'left' | 'right'; times: number; pValue: number; significant: boolean }

type Comparison = {
  /** Null where the difficulties differ: such times are not comparable. */
  speed: Speed | null
  /** How far the distributions of the solve times lie apart. */
  times: KsResult
  /** Trials of both runs that searched the same key, and how many found their solution in the same range; null where keys or ranges differ. */
  same: { compared: number; equal: number } | null
}

/** Two runs side by side. With the same keys, difficulty and ranges the solutions must lie in the same ranges, whatever the engine. */
export function compare(left: Result, right: Result): Comparison {
  const times = ksTwoSample(left.trials.map(timeOf), right.trials.map(timeOf))
  const pairs = pairsOf(left, right)
  return {
    speed: left.settings.difficulty === right.settings.difficulty ? speedOf(left, right, pairs) : null,
    times,
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

/** Trials of both runs that searched the same key; null where the runs' keys differ. */
function pairsOf(left: Result, right: Result): [Trial, Trial][] | null {
  const names = ['seed', 'keyLength', 'difficulty'] as const
  if (names.some((name) => left.settings[name] !== right.settings[name])) return null
  const others = new Map(right.trials.map((trial) => [trial.index, trial]))
  return left.trials.flatMap((trial): [Trial, Trial][] => {
    const other = others.get(trial.index)
    return other ? [[trial, other]] : []
  })
}

/** With the same keys, compares each search with that of the same key, which excludes luck; else the two samples of times. */
function speedOf(left: Result, right: Result, pairs: [Trial, Trial][] | null): Speed | null {
  if (left.trials.length === 0 || right.trials.length === 0) return null
  const ratios = pairs?.map(([one, other]) => (timeOf(one) + CLOCK) / (timeOf(other) + CLOCK))
  const ratio = ratios?.length
    ? median(ratios)
    : median(left.trials.map(timeOf)) / median(right.trials.map(timeOf))
  if (!Number.isFinite(ratio) || ratio <= 0) return null
  const pValue = ratios?.length
    ? signTestPValue(ratios.filter((value) => value < 1).length, ratios.filter((value) => value > 1).length)
    : rankSumPValue(left.trials.map(timeOf), right.trials.map(timeOf))
  return {
    faster: ratio < 1 ? 'left' : 'right',
    times: ratio < 1 ? 1 / ratio : ratio,
    pValue,
    significant: pValue < SIGNIFICANT,
  }
}
