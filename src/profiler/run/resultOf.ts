import type { Profile } from './profile.ts'
import { RESULT_VERSION } from '../model/runResult.ts'
import type { Environment, Result } from '../model/runResult.ts'
import type { Settings } from '../model/settings.ts'
import { configurationsOf } from '../model/turns.ts'
import type { UnmetSetting } from '../model/UnmetSetting.ts'
import { summarise } from '../summary/summarise.ts'

type Measured = { settings: Settings; environment: Environment; unmet: UnmetSetting[]; profile: Profile }

/** A run in the form in which it is shown, kept and exported. Throws where nothing was measured. */
export function resultOf({ settings, environment, unmet, profile }: Measured): Result {
  const configurations = configurationsOf(settings)
  const parts = profile.parts.map(({ trials, ...measures }, index) => ({
    trials,
    summary: summarise(configurations[index] ?? settings, trials, measures),
  }))
  const [first, ...others] = parts
  if (!first) throw new Error('A run without a configuration')
  const { conditions, sustained } = profile
  const beside = sustained ? { sustained } : {}
  return { version: RESULT_VERSION, settings, environment, unmet, conditions, ...beside, ...first, others }
}
