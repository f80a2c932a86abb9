import { agreementOf, wrongIn } from './agreement.ts'
import { driftOf } from './drift.ts'
import { fitOf, residualsOf } from './fit.ts'
import type { Trial } from '../model/runResult.ts'
import type { Measures, Summary } from '../model/runSummary.ts'
import { feltRate, ratesWithIntervals } from './ratesOf.ts'
import type { Settings } from '../model/settings.ts'
import { spreadOf } from './spread.ts'
import { outliersIn } from '../stats/outliers.ts'
import { median } from '../stats/percentile.ts'

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
