import type { Result, Trial } from '../model/runResult.ts'
import { configurationsOf } from '../model/turns.ts'
import { percentile, sorted } from '../stats/percentile.ts'
import type { Estimate } from './sumOf.ts'

/** Pairs of searches below which the median's interval would be the whole sample. */
const PAIRS_MIN = 10

/**
 * What starting the workers adds to a search: where cold and warm pools took turns, the median of what the same key took longer
 * with a cold one; else the one start that every run measures. Null for runs that had cold pools alone.
 */
export function startUpOf({ settings, trials, summary, others }: Result): Estimate | null {
  if (settings.pool === 'cold') return null
  const cold = configurationsOf(settings).findIndex(
    ({ pool, engine, lanes }) => pool === 'cold' && engine === settings.engine && lanes === settings.lanes,
  )
  const paired = pairedOf(trials, others[cold - 1]?.trials ?? [])
  if (paired.length >= PAIRS_MIN) return medianOf(paired)
  const { pool } = summary.startup
  return pool === null ? null : { value: pool, interval: null }
}

function pairedOf(warm: readonly Trial[], cold: readonly Trial[]): number[] {
  const times = new Map(warm.map(({ index, milliseconds }) => [index, milliseconds]))
  return cold.flatMap(({ index, milliseconds }) => {
    const other = times.get(index)
    return other === undefined ? [] : [milliseconds - other]
  })
}

/** The median, and the order statistics between which it lies in 95 of 100 samples (the sign test's interval, by its normal limit). */
function medianOf(values: readonly number[]): Estimate {
  const ascending = sorted(values)
  const n = ascending.length
  const reach = (1.96 * Math.sqrt(n)) / 2
  const at = (position: number) => ascending[Math.min(Math.max(position, 0), n - 1)] ?? 0
  return {
    value: Math.max(percentile(ascending, 0.5), 0),
    interval: [Math.max(at(Math.floor(n / 2 - reach) - 1), 0), Math.max(at(Math.ceil(n / 2 + reach)), 0)],
  }
}
