import { verify } from '../../../workers/verify.ts'
import { deviceModel, environment } from './environment.ts'
import { openLane } from './openLane.ts'
import { profile } from './profile.ts'
import type { Result } from '../model/runResult.ts'
import { resultOf } from './resultOf.ts'
import type { RunOptions } from './runTrials.ts'
import type { Settings } from '../model/settings.ts'
import type { UnmetSetting } from '../model/UnmetSetting.ts'

export type RunRequest = {
  settings: Settings
  /** What the link asked for in vain. */
  unmet?: UnmetSetting[]
  /** What the tester calls the device. */
  label: string
}

/** A whole run on this device, as it is shown, kept and exported. */
export async function measureDevice(
  { settings, unmet = [], label }: RunRequest,
  options: Omit<RunOptions, 'open' | 'verify'>,
): Promise<Result> {
  const model = await deviceModel()
  const measured = await profile(settings, { ...options, open: openLane, verify })
  return resultOf({ settings, environment: environment(label, model), unmet, profile: measured })
}
