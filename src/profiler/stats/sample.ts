import { solveProbability } from '../../../contract/challenge.ts'

export function expectedAttempts(difficulty: number): number {
  return 16 ** difficulty
}

export function shareSolvedWithin(difficulty: number, attempts: number): number {
  return attempts <= 0 ? 0 : solveProbability(difficulty, attempts)
}

export function attemptsPercentile(difficulty: number, p: number): number {
  return difficulty === 0 ? 1 : Math.log1p(-p) / Math.log1p(-(16 ** -difficulty))
}

/**
 * Applies the randomised probability integral transform to `range`, the first range of counters with a solution. `draw` is a random number from
 * 0 to 1. The results are uniform on (0, 1) if the engine is correct. `{from: limit, count: Infinity}` stands for a search that found nothing.
 */
export function probabilityTransformOfRange(
  range: { from: number; count: number },
  difficulty: number,
  draw: number,
): number {
  const low = shareSolvedWithin(difficulty, range.from)
  const high = shareSolvedWithin(difficulty, range.from + range.count)
  return low + (high - low) * draw
}

export function sortedNumbers(values: readonly number[]): number[] {
  // A typed array sorts by number, and several times faster than an array.
  return Array.from(Float64Array.from(values).sort())
}

/** Returns the value below which the share `p` (0–1) of an ascending sample lies, interpolated linearly like R's type 7. NaN if the sample is empty. */
export function percentile(ascending: readonly number[], p: number): number {
  const position = (ascending.length - 1) * p
  const below = ascending[Math.floor(position)] ?? Number.NaN
  const above = ascending[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

export function median(values: readonly number[]): number {
  return percentile(sortedNumbers(values), 0.5)
}

export function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? median(known) : null
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Counts the values in each bin [edge, next edge) of the ascending `edges`. Values below the first edge count in the first bin; `beyond` is
 * the number of values at or above the last edge.
 */
export function histogram(
  values: readonly number[],
  edges: readonly number[],
): { counts: number[]; beyond: number } {
  const [, ...ends] = edges
  const counts = ends.map(() => 0)
  let beyond = 0
  for (const value of values) {
    const bin = ends.findIndex((end) => value < end)
    if (bin === -1) beyond += 1
    else counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { counts, beyond }
}

export function histogramBinEdges(end: number, bins: number, step: number): number[] {
  const width = Math.max(Math.ceil(end / bins / step), 1) * step
  const count = Math.max(Math.ceil(end / width), 1)
  return Array.from({ length: count + 1 }, (_, index) => index * width)
}

export function roundBinWidth(end: number, bins: number): number {
  const raw = end / bins
  const power = 10 ** Math.floor(Math.log10(raw))
  const digit = [1, 2, 5, 10].find((digit) => digit * power >= raw) ?? 10
  return digit * power
}

export function variance(values: readonly number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}

export function skewness(values: readonly number[]): number {
  const centre = mean(values)
  const second = mean(values.map((value) => (value - centre) ** 2))
  const third = mean(values.map((value) => (value - centre) ** 3))
  return second > 0 ? third / second ** 1.5 : 0
}

/** Distances from the quartiles to the fences, in quartile ranges (Tukey, Exploratory Data Analysis, 1977). */
const MILD = 1.5
const SEVERE = 3

export function countOutliers(values: readonly number[]) {
  const ascending = sortedNumbers(values)
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

/** The sfc32 generator needs this many rounds before its output depends on every bit of the seed. */
const MIXING_ROUNDS = 15

/** Creates an sfc32 generator (Doty-Humphrey, PractRand) of uniform numbers in [0, 1). The same three arguments give the same numbers on every device. */
export function createRandom(seed: number, stream = 0, purpose = 0): () => number {
  let [a, b, c, counter] = [seed | 0, stream | 0, purpose | 0, 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < MIXING_ROUNDS; round++) next()
  return next
}
