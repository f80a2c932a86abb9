import { RESULT_FORMAT_VERSION } from '../model/result.ts'
import type {
  Calibration,
  RunConditions,
  RunEnvironment,
  RunMeasures,
  RunResult,
  RunSummary,
  SustainedLoad,
  Trial,
} from '../model/result.ts'
import { allConfigurations } from '../model/settings.ts'
import type { RunSettings, AdjustedSetting } from '../model/settings.ts'
import { mean, median, countOutliers, percentile, sortedNumbers } from '../stats/sample.ts'
import {
  testAgreement,
  perceivedRate,
  fitSolveTimes,
  rangeRatesWithIntervals,
  logResiduals,
  describeSample,
  countWrongAnswers,
} from './estimates.ts'

/** Number of slices on either side that a slice is compared with. A device that heats up slows down over more slices than these. */
const NEIGHBOURS = 10

/** This percentile of the neighbouring slices counts as the rate of the undisturbed device. */
const FREE_PERCENTILE = 0.9

/** A device is busy if other work took at least this share of it on average. Timers and interrupts alone take a few hundredths. */
const BUSY = 0.1

/** Estimates for each slice between the trials, in their order, which share of the device other work took. */
export function interferenceShares({ start, between, end }: Calibration): number[] {
  const rates = [...start, ...between.map(({ attemptsPerSecond }) => attemptsPerSecond), ...end]
  return between.map((_, index) => {
    const place = start.length + index
    const near = rates.slice(Math.max(place - NEIGHBOURS, 0), place + NEIGHBOURS + 1)
    const free = percentile(sortedNumbers(near), FREE_PERCENTILE)
    return free > 0 ? Math.max(1 - (rates[place] ?? 0) / free, 0) : 0
  })
}

export function isDeviceBusy(steal: number | null): boolean {
  return steal !== null && steal >= BUSY
}

/**
 * Returns by which share the calibrated rate changed from start to end. It only widens the noise of a comparison: both are moments of a rate
 * that wanders, so the change itself says nothing about the device.
 */
export function calibrationChange(conditions: RunConditions | null): number | null {
  const { start, end } = conditions?.calibration ?? { start: [], end: [] }
  const change = median(end) / median(start) - 1
  return Number.isFinite(change) ? change : null
}

export function withInterference(trials: readonly Trial[], calibration: Calibration): Trial[] {
  const shares = interferenceShares(calibration)
  let next = 0
  return trials.map((trial) => {
    while ((calibration.between[next]?.at ?? Infinity) <= trial.startedAt) next += 1
    const around = [shares[next - 1], shares[next]].filter((share) => share !== undefined)
    return { ...trial, steal: around.length > 0 ? mean(around) : null }
  })
}

export function summariseTrials(
  settings: RunSettings,
  trials: readonly Trial[],
  measures: RunMeasures,
): RunSummary {
  const found = trials.filter((trial) => trial.counter !== null)
  const gaveUp = trials.filter((trial) => trial.counter === null)
  const spread = (of: (trial: Trial) => number) => describeSample(found.map(of), gaveUp.length)
  const firstRange = describeSample(trials.flatMap(({ firstRange }) => firstRange ?? []))
  const fit = fitSolveTimes(settings.difficulty, found)
  return {
    ...measures,
    agreement: testAgreement(settings, trials),
    unfound: gaveUp.length,
    gaveUpAfter: gaveUp.length > 0 ? median(gaveUp.map(({ milliseconds }) => milliseconds)) : null,
    wrong: countWrongAnswers(trials),
    attempts: spread(({ attempts }) => attempts),
    milliseconds: spread(({ milliseconds }) => milliseconds),
    outliers: found.length > 0 ? countOutliers(logResiduals(fit, found)) : null,
    firstRange: firstRange?.p50 ?? null,
    firstRangeInterval: firstRange?.intervals?.p50 ?? null,
    attemptsPerSecond: rangeRatesWithIntervals(trials),
    felt: perceivedRate(trials),
    fit,
    drift: null,
  }
}

type Part = { trials: Trial[]; measures: RunMeasures }

function summarisedParts(settings: RunSettings, parts: readonly Part[]) {
  const configurations = allConfigurations(settings)
  return parts.map(({ trials, measures }, index) => ({
    trials,
    summary: summariseTrials(configurations[index] ?? settings, trials, measures),
  }))
}

/** Computes the derived figures of a run again from its trials, because a file or an older version may hold others. */
export function withSummaries(result: RunResult): RunResult {
  const parts = [result, ...result.others].map(({ trials, summary }) => ({ trials, measures: summary }))
  const [first, ...others] = summarisedParts(result.settings, parts)
  return { ...result, ...first, others }
}

export type MeasuredProfile = {
  parts: Part[]
  conditions: RunConditions | null
  sustained?: SustainedLoad | undefined
}

type Measured = {
  settings: RunSettings
  environment: RunEnvironment
  unmet: AdjustedSetting[]
  profile: MeasuredProfile
}

export function createResult({ settings, environment, unmet, profile }: Measured): RunResult {
  const [first, ...others] = summarisedParts(settings, profile.parts)
  if (!first) throw new Error('A run without a configuration')
  const { conditions, sustained } = profile
  const beside = sustained ? { sustained } : {}
  return {
    version: RESULT_FORMAT_VERSION,
    settings,
    environment,
    unmet,
    conditions,
    ...beside,
    ...first,
    others,
  }
}
