import type { Interval } from '../model/figures.ts'

/** A figure with its 95 % interval; null where that is not known. */
export type Estimate = { value: number; interval: Interval | null }

/**
 * The sum of independent estimates. Its interval is the square-and-add one (Zou and Donner, "Construction of confidence limits
 * about effect measures", Statistics in Medicine 27, 2008): it needs neither normal nor symmetric errors. Parts without an
 * interval count as exact; without any, neither has the sum one.
 */
export function sumOf(parts: readonly Estimate[]): Estimate {
  const value = parts.reduce((sum, part) => sum + part.value, 0)
  if (parts.every(({ interval }) => interval === null)) return { value, interval: null }
  const reach = (end: 0 | 1) =>
    Math.hypot(...parts.map(({ value, interval }) => (interval ? interval[end] - value : 0)))
  return { value, interval: [Math.max(value - reach(0), 0), value + reach(1)] }
}
