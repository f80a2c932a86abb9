import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { drawOf } from '../model/keyOf.ts'
import type { Trial } from '../model/runResult.ts'
import type { Summary } from '../model/runSummary.ts'
import type { Settings } from '../model/settings.ts'
import { detectableRate } from '../stats/detectableRate.ts'
import { uniformOf } from '../stats/geometric.ts'
import { ksOneSample } from '../stats/kolmogorovSmirnov.ts'

/** A correct engine falls below the first once in a hundred runs, below the second once in a thousand. */
const DOUBTFUL = 0.01
const DISAGREES = 0.001

/** A test that would overlook an engine at half the success rate gives no verdict. */
const DETECTS_MIN = 0.5

/** Whether the ranges that held the solutions follow the geometric distribution. A single wrong counter means that they disagree. */
export function agreementOf(settings: Settings, trials: readonly Trial[]): Summary['agreement'] {
  const uniforms = trials.map(({ range, index }) => {
    const covered = range ?? { from: MAX_ATTEMPTS, count: Infinity }
    return uniformOf(covered, settings.difficulty, drawOf(settings, index))
  })
  const { distance, pValue } = ksOneSample(uniforms, (u) => u)
  const detects = detectableRate(settings, trials.length)
  return { sample: trials.length, distance, pValue, verdict: verdictOf(trials, pValue, detects), detects }
}

function verdictOf(
  trials: readonly Trial[],
  pValue: number,
  detects: number | null,
): Summary['agreement']['verdict'] {
  if (wrongIn(trials) > 0) return 'disagrees'
  // What even a weak test finds is found.
  if (trials.length >= 50 && pValue < DISAGREES) return 'disagrees'
  if (detects === null || detects < DETECTS_MIN) return 'few'
  return pValue < DOUBTFUL ? 'doubtful' : 'agrees'
}

/** Counters that the independent implementation refused. */
export function wrongIn(trials: readonly Trial[]): number {
  return trials.filter(({ verified }) => verified === false).length
}
