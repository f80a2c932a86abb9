import { mean, percentile, createRandom, skewness, sortedNumbers, variance } from './sample.ts'

export type BoundedEstimate = { value: number; interval: [number, number] }

/** A figure with its 95 % interval; `interval` is null if it is unknown. */
export type Estimate = { value: number; interval: [number, number] | null }

const TRIMMED_SHARE = 0.2

/**
 * Returns the mean of the middle three fifths, with its standard error from the winsorised variance (Tukey & McLaughlin, Sankhyā A 25,
 * 1963).
 */
export function trimmedMean(values: ArrayLike<number>): { mean: number; error: number } {
  const ascending = new Float64Array(values).sort()
  const n = ascending.length
  const cut = Math.floor(TRIMMED_SHARE * n)
  const kept = n - 2 * cut
  const [low, high] = [ascending[cut] ?? Number.NaN, ascending[n - 1 - cut] ?? Number.NaN]
  let [sum, winsorised] = [0, 0]
  for (let index = 0; index < n; index++) {
    const value = Math.min(Math.max(ascending[index] ?? 0, low), high)
    winsorised += value
    if (index >= cut && index < n - cut) sum += value
  }
  const centre = winsorised / n
  let squares = 0
  for (const value of ascending) squares += (Math.min(Math.max(value, low), high) - centre) ** 2
  const error = Math.sqrt(squares / (n - 1)) / ((kept / n) * Math.sqrt(n))
  return { mean: sum / kept, error }
}

/** Number of bootstrap samples. With this many, the ends of the interval vary by a few hundredths of its width. */
const BOOTSTRAP_SAMPLES = 2_000

const BLOCKS_MIN = 8
const BLOCK_VALUES = 2

/**
 * Returns the 20 % trimmed mean of values in the order of measurement, with its 95 % interval by a block bootstrap without overlap
 * (Carlstein, Ann. Stat. 14/3, 1986), studentised (Wilcox, Introduction to Robust Estimation, 2012, 4.4). The same values always give the same
 * interval.
 */
export function blockBootstrap(measured: readonly number[]): BoundedEstimate | null {
  const values = measured.length >= BLOCK_VALUES * BLOCKS_MIN ? blockMeans(measured) : measured
  const n = values.length
  if (n < BLOCKS_MIN) return null
  const { mean: value, error } = trimmedMean(values)
  if (error === 0) return { value, interval: [value, value] }
  const next = createRandom(n, 1, 3)
  const drawn: number[] = []
  const sample = new Float64Array(n)
  for (let draw = 0; draw < BOOTSTRAP_SAMPLES; draw++) {
    for (let index = 0; index < n; index++) sample[index] = values[Math.floor(next() * n)] ?? value
    const other = trimmedMean(sample)
    if (other.error > 0) drawn.push(Math.abs(other.mean - value) / other.error)
  }
  // The interval is symmetric, because two equally fast configurations are exchangeable.
  const reach = percentile(sortedNumbers(drawn), 0.95) * error
  return { value, interval: [value - reach, value + reach] }
}

function blockMeans(values: readonly number[]): number[] {
  return Array.from({ length: Math.floor(values.length / BLOCK_VALUES) }, (_, block) =>
    mean(values.slice(block * BLOCK_VALUES, (block + 1) * BLOCK_VALUES)),
  )
}

export const NORMAL_QUANTILE_975 = 1.959963984540054

/** Returns the 97.5 % quantile of Student's t with `freedom` degrees of freedom (Abramowitz & Stegun 26.7.5), within 0.3 % from 4 degrees on. */
export function studentTQuantile975(freedom: number): number {
  const [z3, z5, z7] = [NORMAL_QUANTILE_975 ** 3, NORMAL_QUANTILE_975 ** 5, NORMAL_QUANTILE_975 ** 7]
  return (
    NORMAL_QUANTILE_975 +
    (z3 + NORMAL_QUANTILE_975) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * NORMAL_QUANTILE_975) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * NORMAL_QUANTILE_975) / (384 * freedom ** 3)
  )
}

/** Smallest sample for which the correction for skewness is accurate enough. */
const SIZE_MIN = 20

/** Returns the 95 % interval of a mean of skewed values by Student's t after Hall's transformation (J. R. Stat. Soc. B 54/1, 1992). */
export function meanInterval(values: readonly number[]): [number, number] | null {
  const n = values.length
  if (n < SIZE_MIN) return null
  const [centre, spread] = [mean(values), Math.sqrt(variance(values))]
  const skew = skewness(values)
  const t = studentTQuantile975(n - 1) / Math.sqrt(n)
  const back = (x: number) =>
    Math.abs(skew) < 1e-6 ? x : (3 / skew) * (Math.cbrt(1 + skew * (x - skew / (6 * n))) - 1)
  return [centre - spread * back(t), centre - spread * back(-t)]
}

const TAIL_SHARE = 0.025

/**
 * Returns the 95 % interval of the percentile `p` of an ascending sample by order statistics, interpolated as in Nyblom (Stat. Prob. Letters
 * 14/2, 1992). Null if the sample is too small.
 */
export function percentileInterval(ascending: readonly number[], p: number): [number, number] | null {
  const n = ascending.length
  const low = lowerEnd(ascending, p)
  const mirrored = Array.from(ascending, (_, index) => -(ascending[n - 1 - index] ?? 0))
  const high = lowerEnd(mirrored, 1 - p)
  return low === null || high === null ? null : [low, -high]
}

function lowerEnd(ascending: readonly number[], p: number): number | null {
  const n = ascending.length
  const below = binomialCdf(n, p)
  // The percentile is below the r-th smallest value with the probability that fewer than r values are below the percentile.
  let r = 0
  while ((below[r] ?? 1) <= TAIL_SHARE) r += 1
  if (r === 0) return null
  const [inner, outer] = [below[r] ?? 1, below[r - 1] ?? 0]
  const part = 1 / (1 + (r * (1 - p) * (inner - TAIL_SHARE)) / ((n - r) * p * (TAIL_SHARE - outer)))
  const [one, next] = [ascending[r - 1] ?? Number.NaN, ascending[r] ?? Number.NaN]
  return Number.isFinite(next) ? one + (next - one) * part : one
}

/** Returns the probability of at most k successes in n trials, for every k. It is summed from the likeliest number outwards, so that nothing underflows. */
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

const SECTIONS = 20
const SECTIONS_MIN = 8

/** Cuts values in the order of measurement into twenty sections, or fewer if a section would have less than `least` values. Empty below eight sections. */
export function splitIntoSections<T>(values: readonly T[], least: number): T[][] {
  const count = Math.min(SECTIONS, Math.floor(values.length / least))
  if (count < SECTIONS_MIN) return []
  const edge = (section: number) => Math.round((section * values.length) / count)
  return Array.from({ length: count }, (_, section) => values.slice(edge(section), edge(section + 1)))
}

/**
 * Returns the 95 % interval of a figure of a whole run, from the same figure of each section (Asmussen & Glynn, Stochastic Simulation, 2007,
 * III.5). It allows for the dependence of neighbouring searches.
 */
export function intervalFromSections(whole: number, sections: readonly number[]): [number, number] | null {
  const count = sections.length
  if (count < SECTIONS_MIN) return null
  const reach = studentTQuantile975(count - 1) * Math.sqrt(variance(sections) / count)
  return [whole - reach, whole + reach]
}

export function medianOfSections(sections: readonly number[]): BoundedEstimate | null {
  if (sections.length < SECTIONS_MIN) return null
  const ascending = sortedNumbers(sections)
  const interval = percentileInterval(ascending, 0.5)
  return interval && { value: percentile(ascending, 0.5), interval }
}

/**
 * Returns the difference of the means of two groups with its 95 % interval (Welch, Biometrika 34, 1947; for runs, Kalibera & Jones, ISMM 2013,
 * 7). `sharedVariance` is variance that all values of a group share, so that more values do not reduce it.
 */
export function welchDifference(
  left: readonly number[],
  right: readonly number[],
  sharedVariance = 0,
): BoundedEstimate {
  const [a, b] = [variance(left) / left.length, variance(right) / right.length]
  const freedom = (a + b) ** 2 / (a ** 2 / (left.length - 1) + b ** 2 / (right.length - 1))
  const least = Math.min(left.length, right.length) - 1
  const reach =
    studentTQuantile975(Number.isFinite(freedom) ? freedom : least) * Math.sqrt(a + b + sharedVariance)
  const value = mean(left) - mean(right)
  return { value, interval: [value - reach, value + reach] }
}
