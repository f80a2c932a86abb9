import type { Calibration } from '../model/Conditions.ts'
import type { Trial } from '../model/runResult.ts'
import { mean, percentile, sorted } from '../stats/percentile.ts'

/** Slices on either side that a slice is compared with: a device that heats up slows down over more of them. */
const NEIGHBOURS = 10

/** The rate that a device left alone reaches now and then: this percentile of the neighbouring slices. */
const FREE = 0.9

/** A busy device: something else took this share of it, on average. Timers and interrupts alone make slices differ by a few hundredths. */
const BUSY = 0.1

/** The share of the device that something else took in every slice between the trials, in their order. */
export function stealIn({ start, between, end }: Calibration): number[] {
  const rates = [...start, ...between.map(({ attemptsPerSecond }) => attemptsPerSecond), ...end]
  return between.map((_, index) => {
    const place = start.length + index
    const near = rates.slice(Math.max(place - NEIGHBOURS, 0), place + NEIGHBOURS + 1)
    const free = percentile(sorted(near), FREE)
    return free > 0 ? Math.max(1 - (rates[place] ?? 0) / free, 0) : 0
  })
}

export function meanSteal(calibration: Calibration): number | null {
  const shares = stealIn(calibration)
  return shares.length > 0 ? mean(shares) : null
}

export function isBusy(steal: number | null): boolean {
  return steal !== null && steal >= BUSY
}

/** The trials with what the slices before and after each of them tell. */
export function withSteal(trials: readonly Trial[], calibration: Calibration): Trial[] {
  const shares = stealIn(calibration)
  let next = 0
  return trials.map((trial) => {
    while ((calibration.between[next]?.at ?? Infinity) <= trial.startedAt) next += 1
    const around = [shares[next - 1], shares[next]].filter((share) => share !== undefined)
    return { ...trial, steal: around.length > 0 ? mean(around) : null }
  })
}
