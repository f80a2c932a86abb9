/** How often chance alone makes a series rise or fall as steadily as this one: the two-sided Mann–Kendall test, corrected for ties. */
export function trendPValue(values: readonly number[]): number {
  const n = values.length
  if (n < 3) return 1
  let score = 0
  values.forEach((left, index) => {
    for (const right of values.slice(index + 1)) score += Math.sign(right - left)
  })
  const variance = (steps(n) - tieSteps(values)) / 18
  if (variance <= 0) return 1
  const z = Math.max(Math.abs(score) - 1, 0) / Math.sqrt(variance)
  return erfc(z / Math.SQRT2)
}

function steps(n: number): number {
  return n * (n - 1) * (2 * n + 5)
}

function tieSteps(values: readonly number[]): number {
  const groups = new Map<number, number>()
  for (const value of values) groups.set(value, (groups.get(value) ?? 0) + 1)
  return [...groups.values()].reduce((sum, size) => sum + steps(size), 0)
}

/** Abramowitz & Stegun 7.1.26, for x ≥ 0; within 1.5 × 10⁻⁷. */
export function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  return series.reduce((sum, coefficient) => sum * t + coefficient, 0) * t * Math.exp(-x * x)
}
