import * as v from 'valibot'
import { RESULT_FORMAT_VERSION, RunMeasures } from '../model/result.ts'
import type {
  MeasuredRun,
  Calibration,
  RunConditions,
  RunEnvironment,
  RunResult,
  RunSummary,
  SustainedLoad,
  Trial,
} from '../model/result.ts'
import { allConfigurations } from '../model/settings.ts'
import type { RunSettings, AdjustedSetting } from '../model/settings.ts'
import { mean, median, countOutliers, percentile, sortedNumbers } from '../stats/sample.ts'
import {
  measureAgreement,
  perceivedRate,
  fitSolveTimes,
  rangeRatesWithIntervals,
  logResiduals,
  describeSample,
  countWrongAnswers,
} from './estimates.ts'

/** Number of slices on either side that a slice is compared with. A device that heats up slows down over more slices than these. */
const NEIGHBOUR_SLICES = 10

/** This percentile of the neighbouring slices counts as the rate of the undisturbed device. */
const FREE_PERCENTILE = 0.9

/** A device is busy if other work took at least this share of it on average. Timers and interrupts alone take a few hundredths. */
const BUSY_SHARE_MIN = 0.1

/** Estimates for each slice between the trials, in their order, which share of the device other work took. */
export function interferenceShares({ start, between, end }: Calibration): number[] {
  const rates = [...start, ...between.map(({ attemptsPerSecond }) => attemptsPerSecond), ...end]
  return between.map((_, index) => {
    const place = start.length + index
    const near = rates.slice(Math.max(place - NEIGHBOUR_SLICES, 0), place + NEIGHBOUR_SLICES + 1)
    const free = percentile(sortedNumbers(near), FREE_PERCENTILE)
    return free > 0 ? Math.max(1 - (rates[place] ?? 0) / free, 0) : 0
  })
}

export function isDeviceBusy(steal: number | null): boolean {
  return steal !== null && steal >= BUSY_SHARE_MIN
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

/** Adds the figures that are computed from the trials. Each is computed on first access, because a list of runs shows few of them. */
export function summariseTrials(
  settings: RunSettings,
  trials: readonly Trial[],
  measures: RunMeasures,
  clockResolution = 0,
): RunSummary {
  const found = trials.filter((trial) => trial.counter !== null)
  const gaveUp = trials.filter((trial) => trial.counter === null)
  const agreement = once(() => measureAgreement(settings, trials))
  const attempts = once(() =>
    describeSample(
      found.map((trial) => trial.attempts),
      gaveUp.length,
    ),
  )
  const milliseconds = once(() =>
    describeSample(
      found.map((trial) => trial.milliseconds),
      gaveUp.length,
      clockResolution,
    ),
  )
  const firstRange = once(() =>
    describeSample(
      trials.flatMap((trial) => trial.firstRange ?? []),
      0,
      clockResolution,
    ),
  )
  const attemptsPerSecond = once(() => rangeRatesWithIntervals(trials))
  const felt = once(() => perceivedRate(trials))
  const fit = once(() => fitSolveTimes(settings.difficulty, found))
  const outliers = once(() => (found.length > 0 ? countOutliers(logResiduals(fit(), found)) : null))
  return {
    ...measures,
    get agreement() {
      return agreement()
    },
    unfound: gaveUp.length,
    gaveUpAfter: gaveUp.length > 0 ? median(gaveUp.map((trial) => trial.milliseconds)) : null,
    wrong: countWrongAnswers(trials),
    get attempts() {
      return attempts()
    },
    get milliseconds() {
      return milliseconds()
    },
    get outliers() {
      return outliers()
    },
    get firstRange() {
      return firstRange()?.p50 ?? null
    },
    get firstRangeInterval() {
      return firstRange()?.intervals?.p50 ?? null
    },
    get attemptsPerSecond() {
      return attemptsPerSecond()
    },
    get felt() {
      return felt()
    },
    get fit() {
      return fit()
    },
  }
}

/** Calls a function when its value is needed first, and keeps the value. */
function once<T>(compute: () => T): () => T {
  let kept: { value: T } | undefined
  return () => (kept ??= { value: compute() }).value
}

type Part = { trials: Trial[]; measures: RunMeasures }

/** Adds the figures that are computed from the trials to a run of the device's store or of a file. */
export function withSummaries(run: MeasuredRun): RunResult {
  const configurations = allConfigurations(run.settings)
  const summarisedPart = ({ trials, summary }: MeasuredRun['others'][number], index: number) => ({
    trials,
    summary: summariseTrials(
      configurations[index] ?? run.settings,
      trials,
      summary,
      run.environment.clockResolution,
    ),
  })
  const others = run.others.map((part, index) => summarisedPart(part, index + 1))
  return { ...run, ...summarisedPart(run, 0), others }
}

/** Removes them. */
export function withoutSummaries(result: RunResult): MeasuredRun {
  const measuredPart = ({ trials, summary }: RunResult['others'][number]) => ({
    trials,
    summary: v.parse(RunMeasures, summary),
  })
  return { ...result, ...measuredPart(result), others: result.others.map(measuredPart) }
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

export function createRunResult({ settings, environment, unmet, profile }: Measured): RunResult {
  const parts = profile.parts.map(({ trials, measures }) => ({ trials, summary: measures }))
  const [first, ...others] = parts
  if (!first) throw new Error('A run without a configuration')
  const { conditions, sustained } = profile
  return withSummaries({
    version: RESULT_FORMAT_VERSION,
    settings,
    environment,
    unmet,
    conditions,
    ...(sustained && { sustained }),
    ...first,
    others,
  })
}
