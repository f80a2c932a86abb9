import type { Summary, Trial } from '../model/runResult.ts'

/** From ranges searched to their end alone: it is unknown how much of the last one was searched. */
export function ratesOf(trials: readonly Trial[]): Summary['attemptsPerSecond'] {
  const sums: [number, number][] = []
  for (const { work } of trials) {
    work.forEach(([attempts, milliseconds], lane) => {
      const sum = (sums[lane] ??= [0, 0])
      sum[0] += attempts
      sum[1] += milliseconds
    })
  }
  const lanes = sums.map(([attempts, milliseconds]) =>
    attempts > 0 && milliseconds > 0 ? (attempts / milliseconds) * 1000 : null,
  )
  const known = lanes.filter((rate) => rate !== null)
  return { all: known.length > 0 ? known.reduce((sum, rate) => sum + rate, 0) : null, lanes }
}
