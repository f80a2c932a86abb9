/** The share that is left out at either end. */
const TRIM = 0.2

/** The mean of the middle three fifths, with its standard error from the winsorised variance (Tukey & McLaughlin, Sankhyā A 25, 1963). */
export function trimmedMean(values: readonly number[]): { mean: number; error: number } {
  const ascending = Float64Array.from(values).sort()
  const n = ascending.length
  const cut = Math.floor(TRIM * n)
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
