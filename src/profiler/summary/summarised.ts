import type { Result } from '../model/runResult.ts'
import { configurationsOf } from '../model/turns.ts'
import { summarise } from './summarise.ts'

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
