import type { Profile } from './profile.ts'
import { RESULT_VERSION } from '../model/runResult.ts'
import type { Environment, Result } from '../model/runResult.ts'
import type { Settings } from '../model/settings.ts'
import { summarise } from '../summary/summarise.ts'

/** A run in the form in which it is shown, kept and exported. */
export function resultOf(
  settings: Settings,
  environment: Environment,
  { trials, ...measures }: Profile,
): Result {
  return {
    version: RESULT_VERSION,
    settings,
    environment,
    trials,
    summary: summarise(settings, trials, measures),
  }
}
