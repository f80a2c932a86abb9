/** Counts of a sample between `edges`; `beyond` lies at or above the last one. */
export type Histogram = { edges: number[]; counts: number[]; beyond: number }

/** Counts values into bins [edge, next edge). `edges` ascend; values below the first belong to the first bin. */
export function histogram(values: readonly number[], edges: readonly number[]): Histogram {
  const counts = Array.from({ length: edges.length - 1 }, () => 0)
  let beyond = 0
  for (const value of values) {
    const bin = Math.max(binOf(value, edges), 0)
    if (bin < counts.length) counts[bin] = (counts[bin] ?? 0) + 1
    else beyond += 1
  }
  return { edges: [...edges], counts, beyond }
}

/** The last edge that is not above the value: binary search; −1 below the first. */
function binOf(value: number, edges: readonly number[]): number {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? Infinity) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Edges from 0 that reach `end` in at most `bins` equal steps, each a whole multiple of `step`. */
export function edgesTo(end: number, bins: number, step: number): number[] {
  const width = Math.max(Math.ceil(end / bins / step), 1) * step
  const count = Math.max(Math.ceil(end / width), 1)
  return Array.from({ length: count + 1 }, (_, index) => index * width)
}

/** A round step (1, 2 or 5 times a power of ten) for about `bins` bins up to `end`. */
export function roundStep(end: number, bins: number): number {
  const raw = end / bins
  const power = 10 ** Math.floor(Math.log10(raw))
  const digit = [1, 2, 5, 10].find((digit) => digit * power >= raw) ?? 10
  return digit * power
}
