import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { driftOf } from './drift.ts'
import { fitOf } from './fit.ts'
import { drawOf } from '../model/keyOf.ts'
import type { Measures, Summary, Trial } from '../model/runResult.ts'
import { ratesOf } from './ratesOf.ts'
import type { Settings } from '../model/settings.ts'
import { uniformOf } from '../stats/geometric.ts'
import { ksOneSample } from '../stats/kolmogorovSmirnov.ts'
import { mean, percentile, sorted } from '../stats/percentile.ts'

/** Trials below which a verdict would say nothing. */
const SAMPLE_MIN = 50

/** A correct engine falls below the first once in a hundred runs, below the second once in a thousand. */
const DOUBTFUL = 0.01
const DISAGREES = 0.001

/** Every derived figure of a run; nothing here depends on the device that computes it. */
export function summarise(settings: Settings, trials: readonly Trial[], measures: Measures): Summary {
  const { startup, scaling, busy, longTasks } = measures
  const found = trials.filter((trial) => trial.counter !== null)
  return {
    agreement: agreementOf(settings, trials),
    unfound: trials.length - found.length,
    wrong: wrongIn(trials),
    attempts: spread(found.map(({ attempts }) => attempts)),
    milliseconds: spread(trials.map(({ milliseconds }) => milliseconds)),
    firstRange: spread(trials.flatMap(({ firstRange }) => firstRange ?? []))?.p50 ?? null,
    attemptsPerSecond: ratesOf(trials),
    fit: fitOf(settings.difficulty, found),
    drift: driftOf(trials),
    startup,
    scaling,
    busy,
    longTasks,
  }
}

/** Whether the ranges that held the solutions follow the geometric distribution. A single wrong counter means that they disagree. */
export function agreementOf(settings: Settings, trials: readonly Trial[]): Summary['agreement'] {
  const uniforms = trials.map(({ range, index }) => {
    const covered = range ?? { from: MAX_ATTEMPTS, count: Infinity }
    return uniformOf(covered, settings.difficulty, drawOf(settings, index))
  })
  const { distance, pValue } = ksOneSample(uniforms, (u) => u)
  return { sample: trials.length, distance, pValue, verdict: verdictOf(trials, pValue) }
}

function verdictOf(trials: readonly Trial[], pValue: number): Summary['agreement']['verdict'] {
  if (wrongIn(trials) > 0) return 'disagrees'
  if (trials.length < SAMPLE_MIN) return 'few'
  if (pValue < DISAGREES) return 'disagrees'
  return pValue < DOUBTFUL ? 'doubtful' : 'agrees'
}

function wrongIn(trials: readonly Trial[]): number {
  return trials.filter(({ verified }) => verified === false).length
}

function spread(values: readonly number[]) {
  if (values.length === 0) return null
  const ascending = sorted(values)
  const at = (p: number) => percentile(ascending, p)
  return { mean: mean(values), p50: at(0.5), p90: at(0.9), p99: at(0.99), min: at(0), max: at(1) }
}
