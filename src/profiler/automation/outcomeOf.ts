import type { Result } from '../model/runResult.ts'
import { AUTOMATION_VERSION, EXIT_CODES } from './Outcome.ts'
import type { Ending, Outcome } from './Outcome.ts'

/** A run that ended with a result. */
export function outcomeOf(result: Result): Outcome {
  return outcome(endingOf(result), { error: null, result })
}

/** A run that ended without one. */
export function failedOutcome(error: string): Outcome {
  return outcome('failed', { error, result: null })
}

function outcome(ending: Ending, rest: Pick<Outcome, 'error' | 'result'>): Outcome {
  return { version: AUTOMATION_VERSION, ending, exitCode: EXIT_CODES[ending], ...rest }
}

function endingOf({ settings, trials, summary, sustained, others }: Result): Ending {
  const all = [{ trials, summary }, ...others]
  const verdicts = all.map(({ summary }) => summary.agreement.verdict)
  if (verdicts.includes('disagrees') || all.some(({ summary }) => summary.wrong > 0)) return 'wrong'
  const seconds = sustained?.lanes[0]?.length ?? 0
  if (seconds < (settings.sustain ?? 0)) return 'stopped'
  if (all.some(({ trials }) => trials.length < settings.trials)) return 'stopped'
  if (verdicts.some((verdict) => verdict !== 'agrees')) return 'unsure'
  return summary.busy ? 'disturbed' : 'agrees'
}
