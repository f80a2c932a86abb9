import type { Spread } from '../model/runSummary.ts'
import { meanInterval } from '../stats/meanInterval.ts'
import { mean, percentile, sorted } from '../stats/percentile.ts'
import { percentileInterval } from '../stats/percentileInterval.ts'

const PERCENTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const

/**
 * What is known of a sample of which `beyond` more values are only known to lie above all others: searches that gave up at the
 * limit. Percentiles among those, and the mean, cannot be told then.
 */
export function spreadOf(values: readonly number[], beyond = 0): Spread | null {
  if (values.length === 0) return null
  const ascending = [...sorted(values), ...Array.from({ length: beyond }, () => Infinity)]
  const at = (p: number) => known(percentile(ascending, p))
  const between = (p: number) => bounded(percentileInterval(ascending, p))
  const { p50, p90, p95, p99 } = PERCENTILES
  return {
    mean: beyond > 0 ? null : mean(values),
    p50: at(p50),
    p90: at(p90),
    p95: at(p95),
    p99: at(p99),
    min: ascending[0] ?? 0,
    max: known(ascending.at(-1) ?? Infinity),
    intervals: {
      mean: beyond > 0 ? null : bounded(meanInterval(values)),
      p50: between(p50),
      p90: between(p90),
      p95: between(p95),
      p99: between(p99),
    },
  }
}

/** Null for what lies among the values beyond; interpolating towards them gives no number either. */
function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** An interval of figures that cannot be negative; null where an end lies beyond all that is known. */
export function bounded(interval: readonly [number, number] | null): [number, number] | null {
  if (!interval) return null
  const [low, high] = interval
  return Number.isFinite(low) && Number.isFinite(high) ? [Math.max(low, 0), Math.max(high, 0)] : null
}
