import { erfc } from './trendPValue.ts'

/** Two-sided p-value that two samples lie in the same place: the rank-sum test (Mann–Whitney), normal limit, corrected for ties. */
export function rankSumPValue(left: readonly number[], right: readonly number[]): number {
  const [m, n] = [left.length, right.length]
  if (m === 0 || n === 0) return 1
  const all = [
    ...left.map((value) => ({ value, left: true })),
    ...right.map((value) => ({ value, left: false })),
  ].sort((one, other) => one.value - other.value)
  let [rankSum, ties] = [0, 0]
  for (let from = 0; from < all.length;) {
    let to = from + 1
    while (to < all.length && all[to]?.value === all[from]?.value) to++
    const rank = (from + 1 + to) / 2
    rankSum += rank * all.slice(from, to).filter((entry) => entry.left).length
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const size = m + n
  const variance = ((m * n) / 12) * (size + 1 - ties / (size * (size - 1)))
  if (variance <= 0) return 1
  return twoSided(rankSum - (m * (size + 1)) / 2, variance)
}

/** Two-sided p-value that the first of each pair is as often the smaller as the larger one: the sign test, normal limit. */
export function signTestPValue(smaller: number, larger: number): number {
  const count = smaller + larger
  return count === 0 ? 1 : twoSided(smaller - count / 2, count / 4)
}

/** With the continuity correction of a statistic that counts in halves or wholes. */
function twoSided(deviation: number, variance: number): number {
  const z = Math.max(Math.abs(deviation) - 0.5, 0) / Math.sqrt(variance)
  return Math.min(erfc(z / Math.SQRT2), 1)
}
