import type { StoredCheck } from '../storage/records.ts'
import { lookOf } from './watch.ts'
import type { Look, Watch } from './watch.ts'
import { endWatches, settleLook, takeDueWatches } from './watchStore.ts'

/** An account's check as the log keeps it, and whether the server still judges search bans. Null if X's rate limit prevented the check. */
export type WatchedCheck = (
  name: string,
  signal: AbortSignal,
) => Promise<{ check: StoredCheck; isJudgeable: boolean } | null>

/** `news`: the watch that has ended because two checks agreed; null if this was no news. */
type Outcome = { check: StoredCheck; look: Look; news: Watch | null }

/**
 * Makes the checks that are due, one after the other, and keeps them. A refusal, an outage or an abort waits for the next day. If the server
 * offers no watches any more, all of them end without a check.
 */
export async function runDueWatches(
  checkAccount: WatchedCheck,
  areOffered: () => Promise<boolean>,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const due = await takeDueWatches(now())
  if (due.length > 0 && !(await areOffered())) {
    await endWatches(now())
    return []
  }
  for (const watch of due) {
    try {
      const checked = await checkAccount(watch.name, signal)
      if (!checked) continue
      const { check, isJudgeable } = checked
      const look = lookOf(check, watch, isJudgeable)
      outcomes.push({ check, look, news: await settleLook(watch, look, check) })
    } catch {
      if (signal.aborted) break
    }
  }
  return outcomes
}
