export type Spread = { min: number; median: number; mean: number; max: number }

/** What is told of repeated measurements. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (index: number) => sorted[index] ?? Number.NaN
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
  return { min: at(0), median: at(sorted.length >> 1), mean, max: at(sorted.length - 1) }
}
