import { logText } from '../../text/log.ts'
import { formatMinute } from '../../text/formatTime.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'
import { changesBetween } from './changesBetween.ts'

/** What has changed since the check before, in one sentence. */
export function sinceLast(before: LoggedCheck, now: LoggedCheck): string {
  const changes = changesBetween(before, now)
  const date = formatMinute(before.at)
  return changes.length === 0 ? logText.same(date) : logText.since(date, changes)
}
