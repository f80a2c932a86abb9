import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { sorted } from './geometric.ts'

/**
 * The test calls out p < 0.001, a distance of 1.95 over the root of the sample's size. A distance of the two distributions that is
 * larger by 1.28 times half of that root's share is called out nine times in ten.
 */
const FOUND_NINE_IN_TEN = 1.95 + 1.28 * 0.5

/** Success rates are told to this precision. */
const PRECISION = 0.005

/**
 * The largest success rate, as a share of the right one, that the test of `uniformOf` calls out nine times in ten. It sees the
 * ends of ranges alone: where ranges are so wide that nearly every one holds a solution, it sees nothing. Null where not even an
 * engine that hardly finds anything would be noticed.
 */
export function detectableRate(
  { difficulty, range }: { difficulty: number; range: number },
  size: number,
): number | null {
  const needed = FOUND_NINE_IN_TEN / Math.sqrt(size)
  for (let rate = 1 - PRECISION; rate > PRECISION / 2; rate -= PRECISION) {
    if (distanceAt(difficulty, range, rate) >= needed) return rate
  }
  return null
}

/** The largest distance, at the ends of ranges, between the distributions of the right and of a lower success rate. */
function distanceAt(difficulty: number, range: number, rate: number): number {
  const chance = 16 ** -difficulty
  const right = range * Math.log1p(-chance)
  const lower = range * Math.log1p(-chance * rate)
  const most = Math.floor(MAX_ATTEMPTS / range)
  const best = Number.isFinite(right) ? Math.log(right / lower) / (lower - right) : 1
  const distances = [Math.floor(best), Math.ceil(best)].map((ranges) => {
    const at = Math.min(ranges, most)
    return Math.exp(lower * at) - Math.exp(right * at)
  })
  return Math.max(...distances)
}

/** Samples up to this size get the exact distribution; beyond it Stephens' correction is right to three digits. */
const EXACT_MAX = 140

/** The likelihood that a sample of `n` lies at least `distance` from its own distribution. */
export function kolmogorovTail(distance: number, n: number): number {
  if (n <= EXACT_MAX) return Math.min(Math.max(1 - exactCdf(distance, n), 0), 1)
  const root = Math.sqrt(n)
  return limitTail((root + 0.12 + 0.11 / root) * distance)
}

/** 1 − K(x) for Kolmogorov's limiting distribution K. */
export function limitTail(x: number): number {
  // Below 0.2 the tail is 1 to thirteen digits, and the series would need hundreds of terms.
  if (x < 0.2) return 1
  let [sum, term] = [0, 1]
  for (let k = 1; term > 1e-16; k++) {
    term = Math.exp(-2 * k * k * x * x)
    sum += k % 2 === 1 ? term : -term
  }
  return Math.min(2 * sum, 1)
}

/** P(D_n < d), exactly: Marsaglia, Tsang & Wang, "Evaluating Kolmogorov's Distribution" (J. Stat. Soft. 8/18, 2003). */
function exactCdf(d: number, n: number): number {
  if (d >= 1) return 1
  const k = Math.floor(n * d) + 1
  const size = 2 * k - 1
  let result = identity(size)
  let base = transition(size, k - n * d)
  for (let power = n; power > 0; power >>= 1) {
    if (power & 1) result = multiply(result, base)
    base = multiply(base, base)
  }
  let value = result[k - 1]?.[k - 1] ?? 0
  for (let i = 1; i < n; i++) value *= i / n
  return value
}

/** The matrix H of the paper: ones up to one above the diagonal, corrected at the edges, divided by factorials. */
function transition(size: number, h: number): Float64Array[] {
  const last = size - 1
  const entry = (i: number, j: number) => {
    if (j > i + 1) return 0
    const left = j === 0 ? h ** (i + 1) : 0
    const bottom = i === last ? h ** (size - j) : 0
    const corner = j === 0 && i === last ? Math.max(2 * h - 1, 0) ** size : 0
    return (1 - left - bottom + corner) / factorial(i - j + 1)
  }
  return Array.from({ length: size }, (_, i) => Float64Array.from({ length: size }, (_, j) => entry(i, j)))
}

function factorial(n: number): number {
  let product = 1
  for (let i = 2; i <= n; i++) product *= i
  return product
}

function identity(size: number): Float64Array[] {
  return Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)),
  )
}

function multiply(left: Float64Array[], right: Float64Array[]): Float64Array[] {
  return left.map((row) => {
    const product = new Float64Array(row.length)
    row.forEach((factor, k) => {
      if (factor !== 0) right[k]?.forEach((value, j) => (product[j] = (product[j] ?? 0) + factor * value))
    })
    return product
  })
}

/** `distance` is the largest gap between the two distribution functions, `pValue` how often chance alone makes one as large. */
export type KsResult = { distance: number; pValue: number }

/** One sample against a continuous distribution function. */
export function ksOneSample(values: readonly number[], cdf: (value: number) => number): KsResult {
  const n = values.length
  if (n === 0) return { distance: 0, pValue: 1 }
  let distance = 0
  sorted(values).forEach((value, index) => {
    const expected = cdf(value)
    distance = Math.max(distance, (index + 1) / n - expected, expected - index / n)
  })
  return { distance, pValue: kolmogorovTail(distance, n) }
}

/** Two samples against each other. The p-value is the limit's, with Stephens' correction at the effective size. */
export function ksTwoSample(left: readonly number[], right: readonly number[]): KsResult {
  const [a, b] = [sorted(left), sorted(right)]
  if (a.length === 0 || b.length === 0) return { distance: 0, pValue: 1 }
  let [i, j, distance] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? Infinity, b[j] ?? Infinity)
    while ((a[i] ?? Number.NaN) <= value) i++
    while ((b[j] ?? Number.NaN) <= value) j++
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length))
  }
  const size = (a.length * b.length) / (a.length + b.length)
  return { distance, pValue: kolmogorovTail(distance, Math.round(size)) }
}
