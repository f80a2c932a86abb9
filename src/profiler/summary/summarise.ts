import type { Calibration, Measures, Result, Summary, Trial } from '../model/result.ts'
import { configurationsOf } from '../model/settings.ts'
import type { Settings } from '../model/settings.ts'
import { outliersIn } from '../stats/descriptive.ts'
import { mean, median, percentile, sorted } from '../stats/geometric.ts'
import {
  agreementOf,
  driftOf,
  feltRate,
  fitOf,
  ratesWithIntervals,
  residualsOf,
  spreadOf,
  wrongIn,
} from './fit.ts'

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

/** Every derived figure of a run; nothing here depends on the device that computes it. */
export function summarise(settings: Settings, trials: readonly Trial[], measures: Measures): Summary {
  const { startup, scaling, busy, longTasks } = measures
  const found = trials.filter((trial) => trial.counter !== null)
  const gaveUp = trials.filter((trial) => trial.counter === null)
  const firstRange = spreadOf(trials.flatMap(({ firstRange }) => firstRange ?? []))
  const fit = fitOf(settings.difficulty, found)
  return {
    agreement: agreementOf(settings, trials),
    unfound: gaveUp.length,
    gaveUpAfter: gaveUp.length > 0 ? median(gaveUp.map(({ milliseconds }) => milliseconds)) : null,
    wrong: wrongIn(trials),
    attempts: spreadOf(
      found.map(({ attempts }) => attempts),
      gaveUp.length,
    ),
    milliseconds: spreadOf(
      found.map(({ milliseconds }) => milliseconds),
      gaveUp.length,
    ),
    outliers: found.length > 0 ? outliersIn(residualsOf(fit, found)) : null,
    firstRange: firstRange?.p50 ?? null,
    firstRangeInterval: firstRange?.intervals?.p50 ?? null,
    attemptsPerSecond: ratesWithIntervals(trials),
    felt: feltRate(trials),
    fit,
    drift: driftOf(trials),
    startup,
    scaling,
    busy,
    longTasks,
  }
}

/** A run whose derived figures are computed anew from its trials: what a file or an older version says of them counts nothing. */
export function summarised(result: Result): Result {
  const { settings, trials, summary, others } = result
  const [own = settings, ...against] = configurationsOf(settings)
  return {
    ...result,
    summary: summarise(own, trials, summary),
    others: others.map((other, index) => ({
      trials: other.trials,
      summary: summarise(against[index] ?? own, other.trials, other.summary),
    })),
  }
}

/** Whether a kept run has the figures that this version derives; those of older ones have no intervals. */
export function isSummarised({ summary }: Result): boolean {
  return summary.milliseconds === null || summary.milliseconds.intervals !== null
}
