import { DAY_MS } from '../../../contract/japanDay.ts'
import type { BatchAnswer } from '../../../contract/wire.ts'
import type { LoggedBatch } from '../../log/store/LoggedBatch.ts'
import { countGroups } from '../../results/group.ts'
import { failedCount } from '../../results/postsToRepeat.ts'

/** A finished check of posts as the device keeps it. `at` is when it began, in Unix milliseconds. */
export function loggedBatchOf(answer: BatchAnswer, at: number, sandbox: boolean): LoggedBatch {
  const { results, sessionId, keptDays } = answer
  return {
    at,
    sandbox,
    counts: countGroups(results),
    failed: failedCount(results),
    sessionId,
    keptUntil: sessionId && keptDays !== undefined ? at + keptDays * DAY_MS : null,
  }
}
