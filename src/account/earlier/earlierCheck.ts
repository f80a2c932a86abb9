import { lastCheck } from '../../log/store/checkStore.ts'
import type { LoggedCheck } from '../../log/store/LoggedCheck.ts'
import { logIsOn } from '../../log/store/logSwitch.ts'

/** The last check of an account that the device keeps; null where there is none, or the visitor wants none to be kept. */
export async function earlierCheck(name: string): Promise<LoggedCheck | null> {
  return (await logIsOn()) ? await lastCheck(name) : null
}
