import { toStoredBatch } from '../results/finishedBatch.ts'
import type { FinishedBatch } from '../results/finishedBatch.ts'
import type { StoredCheck } from '../storage/records.ts'
import {
  watchAfterOutcome,
  postsWatchAfterOutcome,
  kindOfWatch,
  postsWatchOutcomeOf,
  watchOutcomeOf,
  toConfirmedPostsWatch,
} from './watch.ts'
import type { AccountWatch, PostsWatch, Watch, WatchKind } from './watch.ts'
import { endWatches, storeWatchOutcome, takeDueWatches } from './watchStore.ts'

export type WatchCheckers = {
  /** An account's check as the log keeps it, and whether the server still judges search bans. Null if X's rate limit prevented the check. */
  account: (name: string, signal: AbortSignal) => Promise<{ check: StoredCheck; isJudgeable: boolean } | null>
  posts: (ids: readonly string[], signal: AbortSignal) => Promise<FinishedBatch>
}

/**
 * The outcome of one check. `news`: the watch that has ended because two checks agreed; null if this was no news. `once`: the watch as it would
 * end if the next check agrees; null if this check did not find anything changed for the first time.
 */
export type WatchRunOutcome = { news: Watch | null; once: Watch | null }

/**
 * Makes the checks that are due, one after the other, and keeps them. A refusal, an outage or an abort waits for the next day. Watches of a
 * kind that the server does not offer any more end without a check.
 */
export async function runDueWatches(
  checks: WatchCheckers,
  readOffered: () => Promise<Record<WatchKind, boolean>>,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<WatchRunOutcome[]> {
  const outcomes: WatchRunOutcome[] = []
  const due = await takeDueWatches(now())
  if (due.length === 0) return outcomes
  const offered = await readOffered()
  await endWatches(now(), (watch) => !offered[kindOfWatch(watch)])
  for (const watch of due.filter((watch) => offered[kindOfWatch(watch)])) {
    try {
      const outcome =
        'posts' in watch
          ? await runPostsWatch(watch, await checks.posts(watch.posts, signal), now())
          : await runAccountWatch(watch, await checks.account(watch.name, signal), now())
      outcomes.push(outcome)
    } catch {
      if (signal.aborted) break
    }
  }
  return outcomes
}

const NO_NEWS: WatchRunOutcome = { news: null, once: null }

async function runAccountWatch(
  watch: AccountWatch,
  checked: Awaited<ReturnType<WatchCheckers['account']>>,
  now: number,
): Promise<WatchRunOutcome> {
  if (!checked) return NO_NEWS
  const { check, isJudgeable } = checked
  const outcome = watchOutcomeOf(check, watch, isJudgeable)
  const after = await storeWatchOutcome(watch, { check }, now, (current) =>
    watchAfterOutcome(current, outcome, check),
  )
  if (!after) return NO_NEWS
  const isFirst = outcome === 'notFound' && !after.news
  return { news: after.news, once: isFirst ? { ...watch, confirmedAt: check.at } : null }
}

async function runPostsWatch(watch: PostsWatch, batch: FinishedBatch, now: number): Promise<WatchRunOutcome> {
  const outcome = postsWatchOutcomeOf(batch, watch)
  const found = { batch: toStoredBatch(batch) }
  const after = await storeWatchOutcome(watch, found, now, (current) =>
    postsWatchAfterOutcome(current, outcome, batch),
  )
  if (!after) return NO_NEWS
  const isFirst = outcome !== 'end' && outcome.back.length > 0 && !after.news
  return { news: after.news, once: isFirst ? toConfirmedPostsWatch(watch, outcome.back, batch) : null }
}
