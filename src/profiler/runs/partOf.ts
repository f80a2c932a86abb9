import type { Result } from '../model/runResult.ts'
import { configurationsOf } from '../model/turns.ts'

/** One configuration of a run as a run of its own; 0 is the first. */
export function partOf(run: Result, configuration: number): Result {
  const settings = configurationsOf(run.settings)[configuration]
  const part = configuration === 0 ? run : run.others[configuration - 1]
  if (!settings || !part) throw new Error('A run has no such configuration')
  return { ...run, settings, trials: part.trials, summary: part.summary, others: [] }
}
