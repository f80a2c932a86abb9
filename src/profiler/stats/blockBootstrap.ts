import { mean, percentile, sorted } from './percentile.ts'
import { random } from './random.ts'
import { trimmedMean } from './trimmedMean.ts'

/** Samples drawn: the ends of the interval then vary by a few hundredths of its width. */
const DRAWS = 2_000

/** Fewest blocks of which an interval can be made, and how many neighbouring values are one block where there are enough. */
const BLOCKS_MIN = 8
const BLOCK = 2

/**
 * The centre of some values, in the order in which they were measured, with its 95 % interval. What neighbours have in common stays
 * together: a block bootstrap without overlap (Carlstein, Ann. Stat. 14/3, 1986). The centre is the
 * 20 % trimmed mean, which a few disturbed blocks cannot bend, and the bootstrap is the studentised one that Wilcox,
 * Introduction to Robust Estimation and Hypothesis Testing (2012, 4.4), recommends with it. The
 * same values always give the same interval.
 */
export function blockBootstrap(
  measured: readonly number[],
): { centre: number; interval: [number, number] } | null {
  const values = measured.length >= BLOCK * BLOCKS_MIN ? blocksOf(measured) : measured
  const n = values.length
  if (n < BLOCKS_MIN) return null
  const { mean: centre, error } = trimmedMean(values)
  if (error === 0) return { centre, interval: [centre, centre] }
  const next = random(n, 1, 3)
  const drawn: number[] = []
  for (let draw = 0; draw < DRAWS; draw++) {
    const sample = Array.from({ length: n }, () => values[Math.floor(next() * n)] ?? centre)
    const other = trimmedMean(sample)
    if (other.error > 0) drawn.push(Math.abs(other.mean - centre) / other.error)
  }
  // Symmetric: the two configurations are exchangeable where they are equally fast.
  const reach = percentile(sorted(drawn), 0.95) * error
  return { centre, interval: [centre - reach, centre + reach] }
}

/** The means of neighbouring values. */
function blocksOf(values: readonly number[]): number[] {
  return Array.from({ length: Math.floor(values.length / BLOCK) }, (_, block) =>
    mean(values.slice(block * BLOCK, (block + 1) * BLOCK)),
  )
}
