import { DIFFICULTIES } from '../model/settings.ts'
import type { Estimate } from './sumOf.ts'
import { solveTime, unfoundShare } from './timeModel.ts'
import type { TimeModel } from './timeModel.ts'

export const SHARES = ['p50', 'p95', 'p99'] as const

/** A difficulty and how long its searches take; null where that share of them has no answer. */
export type Advice = {
  difficulty: number
  p50: Estimate | null
  p95: Estimate | null
  p99: Estimate | null
  unfound: number
  /** Whether p95 keeps to the limit: `unsure` where its interval reaches beyond it, or is not known; `unsolved` where there is no p95. */
  fits: 'yes' | 'unsure' | 'no' | 'unsolved'
}

/** Every one of `DIFFICULTIES`. `limit` is for p95, in milliseconds; `first` counts the start of the workers in. */
export function adviceFor(model: TimeModel, limit: number, first: boolean): Advice[] {
  return DIFFICULTIES.map((difficulty) => {
    const time = (p: number) => solveTime(model, difficulty, p, first)
    const p95 = time(0.95)
    return {
      difficulty,
      p50: time(0.5),
      p95,
      p99: time(0.99),
      unfound: unfoundShare(difficulty),
      fits: fitsIn(p95, limit),
    }
  })
}

function fitsIn(p95: Estimate | null, limit: number): Advice['fits'] {
  if (!p95) return 'unsolved'
  const { value, interval } = p95
  if (interval === null) return value <= limit ? 'unsure' : 'no'
  if (interval[1] <= limit) return 'yes'
  return interval[0] <= limit ? 'unsure' : 'no'
}

/** The largest difficulty that keeps to the limit, and the next one if that is not sure; null where none does. */
export function highestOf(advice: readonly Advice[]): { sure: number | null; unsure: number | null } {
  const highest = (fits: Advice['fits']) => {
    const found = advice.filter((row) => row.fits === fits).map(({ difficulty }) => difficulty)
    return found.length > 0 ? Math.max(...found) : null
  }
  return { sure: highest('yes'), unsure: highest('unsure') }
}
