import { likelihoodOf } from '../../../contract/challenge.ts'

type CounterRange = { from: number; count: number }

export function expectedAttempts(difficulty: number): number {
  return 16 ** difficulty
}

export function firstWithin(difficulty: number, attempts: number): number {
  return attempts <= 0 ? 0 : likelihoodOf(difficulty, attempts)
}

export function attemptsAt(difficulty: number, p: number): number {
  return difficulty === 0 ? 1 : Math.log1p(-p) / Math.log1p(-(16 ** -difficulty))
}

/** The randomised probability integral transform of the first range with a solution: uniform on (0, 1) for a correct engine. `{from: limit, count: Infinity}` is a search that found nothing. */
export function uniformOf(range: CounterRange, difficulty: number, draw: number): number {
  const low = firstWithin(difficulty, range.from)
  const high = firstWithin(difficulty, range.from + range.count)
  return low + (high - low) * draw
}

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

export function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? median(known) : null
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
