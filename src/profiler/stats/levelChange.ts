import { studentTQuantile975, trimmedMean } from './intervals.ts'
import type { BoundedEstimate } from './intervals.ts'
import { mean, median, sum } from './sample.ts'

/** The values are cut into this many windows of 2 to 10 values each. The median of a window ignores a single hiccup. */
const WINDOWS = 30
const WINDOW_MIN = 2
const WINDOW_MAX = 10

/** How long a change of level takes to settle, in windows; 0 is a step. */
const SETTLING_WINDOWS = [0, 2, 4, 8, 16]

/** The fitted curve has five parameters (level, size, start, duration and shape), which cost as many degrees of freedom. */
const PARAMETERS = 5

/** The one-sided 95 % quantile of the normal distribution: the autocorrelation is taken at the upper end of its interval. */
const ONE_SIDED = 1.645
const AUTOCORRELATION_MAX = 0.99

/**
 * Estimates the logarithm of the last values' level divided by the first values' level, with its 95 % interval. All values must be above
 * zero.
 *
 * A device that others share wanders: its rate stays high or low for many seconds, so neighbouring values say the same thing twice. The
 * interval therefore rests on a first-order autoregressive process (Hamilton, Time Series Analysis, 1994, 3.4). Its autocorrelation is
 * measured on what remains after the best-fitting single change of level is removed, so that a lasting change is not mistaken for
 * wandering.
 */
export function estimateLevelChange(values: readonly number[], first: number, last: number): BoundedEstimate {
  const logs = values.map(Math.log)
  const value = trimmedMean(logs.slice(-last)).mean - trimmedMean(logs.slice(0, first)).mean
  const width = Math.min(Math.max(Math.floor(logs.length / WINDOWS), WINDOW_MIN), WINDOW_MAX)
  const windows = Array.from({ length: Math.floor(logs.length / width) }, (_, window) =>
    median(logs.slice(window * width, (window + 1) * width)),
  )
  const rest = withoutChange(windows)
  const correlation = autocorrelation(rest)
  const count = windows.length
  const weights = contrast(count, Math.round(first / width), Math.round(last / width))
  const shocks = rest.slice(1).map((now, index) => now - correlation * (rest[index] ?? 0))
  const shockVariance = squares(shocks) / (count - PARAMETERS)
  const error = Math.sqrt((shockVariance * correlated(weights, correlation)) / (1 - correlation ** 2))
  const reach = studentTQuantile975(count - PARAMETERS - 1) * error
  return { value, interval: [value - reach, value + reach] }
}

/** Removes the level and the change that fit best: a step, an exponential approach to a new level, or a straight slope. */
function withoutChange(values: readonly number[]): number[] {
  const centred = centre(values)
  let [best, explained] = [centred, 0]
  for (const curve of changeCurves(values.length)) {
    const length = squares(curve)
    const size = length > 0 ? dot(centred, curve) / length : 0
    if (size ** 2 * length <= explained) continue
    explained = size ** 2 * length
    best = centred.map((value, index) => value - size * (curve[index] ?? 0))
  }
  return best
}

function* changeCurves(count: number): Generator<number[]> {
  for (let start = 0; start < count - 1; start++) {
    const after = Array.from({ length: count }, (_, index) => Math.max(index - start, 0))
    yield centre(after)
    for (const settling of SETTLING_WINDOWS)
      yield centre(after.map((windows) => (windows > 0 ? 1 - Math.exp(-windows / settling) : 0)))
  }
}

/** Returns the upper end of the interval of the autocorrelation of neighbours, corrected for the curve that was fitted before. */
function autocorrelation(rest: readonly number[]): number {
  const count = rest.length
  const total = squares(rest)
  const measured = total > 0 ? dot(rest.slice(1), rest) / total : 0
  const corrected = measured + (PARAMETERS + 3 * measured) / count
  return Math.min(Math.max(corrected + ONE_SIDED / Math.sqrt(count), 0), AUTOCORRELATION_MAX)
}

/** Returns weights with which a weighted sum is the mean of the last windows minus the mean of the first ones. */
function contrast(count: number, first: number, last: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => (index >= count - last ? 1 / last : 0) - (index < first ? 1 / first : 0),
  )
}

/** Returns the variance of a weighted sum of values with variance 1, whose correlation falls geometrically with their distance. */
function correlated(weights: readonly number[], correlation: number): number {
  const rows = weights.map((left, row) =>
    sum(weights.map((right, column) => left * right * correlation ** Math.abs(row - column))),
  )
  return sum(rows)
}

function centre(values: readonly number[]): number[] {
  const middle = mean(values)
  return values.map((value) => value - middle)
}

function dot(left: readonly number[], right: readonly number[]): number {
  return sum(left.map((value, index) => value * (right[index] ?? 0)))
}

function squares(values: readonly number[]): number {
  return dot(values, values)
}
