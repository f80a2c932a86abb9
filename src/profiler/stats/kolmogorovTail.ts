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
