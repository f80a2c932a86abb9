import type { Result } from '../model/result.ts'
import { ksTwoSample } from '../stats/kolmogorovSmirnov.ts'
import type { KsResult } from '../stats/kolmogorovSmirnov.ts'

export type Comparison = {
  /** How far the solve times lie apart. */
  times: KsResult
  /** Trials of both runs that searched the same key, and how many found their solution in the same range; null where keys or ranges differ. */
  same: { compared: number; equal: number } | null
}

/** Two runs side by side. With the same keys, difficulty and ranges the solutions must lie in the same ranges, whatever the engine. */
export function compare(left: Result, right: Result): Comparison {
  const milliseconds = ({ trials }: Result) => trials.map((trial) => trial.milliseconds)
  return { times: ksTwoSample(milliseconds(left), milliseconds(right)), same: sameRanges(left, right) }
}

function sameRanges(left: Result, right: Result): Comparison['same'] {
  const names = ['seed', 'keyLength', 'difficulty', 'range'] as const
  if (names.some((name) => left.settings[name] !== right.settings[name])) return null
  const ranges = new Map(right.trials.map(({ index, range }) => [index, range?.from ?? null]))
  const compared = left.trials.filter(({ index }) => ranges.has(index))
  const equal = compared.filter(({ index, range }) => ranges.get(index) === (range?.from ?? null))
  return { compared: compared.length, equal: equal.length }
}
