import { percentile, sorted } from './percentile.ts'

/** Counts beyond Tukey's fences. */
export type Outliers = { lowSevere: number; lowMild: number; highMild: number; highSevere: number }

/** Quartile ranges from the quartiles to the fences, as in Tukey, Exploratory Data Analysis (1977). */
const MILD = 1.5
const SEVERE = 3

export function outliersIn(values: readonly number[]): Outliers {
  const ascending = sorted(values)
  const [low, high] = [percentile(ascending, 0.25), percentile(ascending, 0.75)]
  const range = high - low
  const count = (is: (value: number) => boolean) => values.filter(is).length
  const lowSevere = count((value) => value < low - SEVERE * range)
  const highSevere = count((value) => value > high + SEVERE * range)
  return {
    lowSevere,
    lowMild: count((value) => value < low - MILD * range) - lowSevere,
    highMild: count((value) => value > high + MILD * range) - highSevere,
    highSevere,
  }
}
