import { likelihoodOf } from '../../../contract/challenge.ts'

/** Counters [from, from + count). */
type CounterRange = { from: number; count: number }

/** Attempts that one solution takes on average: 16^difficulty. */
export function expectedAttempts(difficulty: number): number {
  return 16 ** difficulty
}

/** The likelihood that the first solution lies among the first `attempts` counters. `attempts` may be a fraction. */
export function firstWithin(difficulty: number, attempts: number): number {
  return attempts <= 0 ? 0 : likelihoodOf(difficulty, attempts)
}

/** The attempts within which a share `p` of all searches ends. */
export function attemptsAt(difficulty: number, p: number): number {
  return difficulty === 0 ? 1 : Math.log1p(-p) / Math.log1p(-(16 ** -difficulty))
}

/**
 * Where a search stands in the geometric distribution, as a number that is exactly uniform on (0, 1) when the engine is
 * correct: the randomised probability integral transform of "the first range that holds a solution". `draw` is uniform
 * on (0, 1) and fills the step of the distribution that the range covers, so neither the range's size nor the order in
 * which an engine walks through it matters. A search that found nothing covers what is left: `{ from: limit, count: Infinity }`.
 */
export function uniformOf(range: CounterRange, difficulty: number, draw: number): number {
  const low = firstWithin(difficulty, range.from)
  const high = firstWithin(difficulty, range.from + range.count)
  return low + (high - low) * draw
}

/** Sorted copy, ascending. */
export function sorted(values: readonly number[]): number[] {
  // A typed array sorts numbers as numbers, and several times faster.
  return Array.from(Float64Array.from(values).sort())
}

/** The value below which a share `p` (0–1) of an ascending sample lies: linear interpolation, as R's type 7. NaN when empty. */
export function percentile(ascending: readonly number[], p: number): number {
  const position = (ascending.length - 1) * p
  const below = ascending[Math.floor(position)] ?? Number.NaN
  const above = ascending[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

export function median(values: readonly number[]): number {
  return percentile(sorted(values), 0.5)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
