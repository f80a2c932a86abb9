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
