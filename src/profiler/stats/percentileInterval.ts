/** What may lie beyond either end. */
const TAIL = 0.025

/**
 * The 95 % interval of the percentile `p` of an ascending sample, whatever its distribution: order statistics, interpolated
 * as in Nyblom, "Note on interpolated order statistics" (Stat. Prob. Letters 14/2, 1992). Null where the sample is too small to bound it.
 */
export function percentileInterval(ascending: readonly number[], p: number): [number, number] | null {
  const n = ascending.length
  const low = lowerEnd(ascending, p)
  // The upper end is the lower one of the mirrored sample.
  const mirrored = Array.from(ascending, (_, index) => -(ascending[n - 1 - index] ?? 0))
  const high = lowerEnd(mirrored, 1 - p)
  return low === null || high === null ? null : [low, -high]
}

/** The value below which the percentile lies once in forty samples. */
function lowerEnd(ascending: readonly number[], p: number): number | null {
  const n = ascending.length
  const below = binomialCdf(n, p)
  // The percentile lies below the r-th smallest value with the likelihood that fewer than r values lie below the percentile.
  let r = 0
  while ((below[r] ?? 1) <= TAIL) r += 1
  if (r === 0) return null
  const [inner, outer] = [below[r] ?? 1, below[r - 1] ?? 0]
  const part = 1 / (1 + (r * (1 - p) * (inner - TAIL)) / ((n - r) * p * (TAIL - outer)))
  const [one, next] = [ascending[r - 1] ?? Number.NaN, ascending[r] ?? Number.NaN]
  return Number.isFinite(next) ? one + (next - one) * part : one
}

/** The likelihood of at most k successes in n, for every k: summed from the most likely number outwards, so that nothing underflows. */
function binomialCdf(n: number, p: number): Float64Array {
  const weights = new Float64Array(n + 1)
  const mode = Math.floor((n + 1) * p)
  const odds = p / (1 - p)
  weights[mode] = 1
  for (let k = mode; k > 0; k--) weights[k - 1] = ((weights[k] ?? 0) * k) / ((n - k + 1) * odds)
  for (let k = mode; k < n; k++) weights[k + 1] = ((weights[k] ?? 0) * (n - k) * odds) / (k + 1)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.map((weight) => (sum += weight / total))
}
