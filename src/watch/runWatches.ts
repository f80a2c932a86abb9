import { toStoredBatch } from '../results/finishedBatch.ts'
import type { FinishedBatch } from '../results/finishedBatch.ts'
import type { StoredCheck } from '../storage/records.ts'
import { afterLook, afterPostsLook, kindOf, lookAtPosts, lookOf, postsNews } from './watch.ts'
import type { AccountWatch, PostsWatch, Watch, WatchKind } from './watch.ts'
import { endWatches, settleLook, takeDueWatches } from './watchStore.ts'

export type WatchedChecks = {
  /** An account's check as the log keeps it, and whether the server still judges search bans. Null if X's rate limit prevented the check. */
  account: (name: string, signal: AbortSignal) => Promise<{ check: StoredCheck; isJudgeable: boolean } | null>
  posts: (ids: readonly string[], signal: AbortSignal) => Promise<FinishedBatch>
}

/**
 * What one check came to. `news`: the watch that has ended because two checks agreed; null if this was no news. `once`: the watch as it would
 * end if the next check agrees; null if this check did not find anything changed for the first time.
 */
export type Outcome = { news: Watch | null; once: Watch | null }

/**
 * Makes the checks that are due, one after the other, and keeps them. A refusal, an outage or an abort waits for the next day. Watches of a
 * kind that the server does not offer any more end without a check.
 */
export async function runDueWatches(
  checks: WatchedChecks,
  readOffered: () => Promise<Record<WatchKind, boolean>>,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const due = await takeDueWatches(now())
  if (due.length === 0) return outcomes
  const offered = await readOffered()
  await endWatches(now(), (watch) => !offered[kindOf(watch)])
  for (const watch of due.filter((watch) => offered[kindOf(watch)])) {
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

const SILENT: Outcome = { news: null, once: null }

async function runAccountWatch(
  watch: AccountWatch,
  checked: Awaited<ReturnType<WatchedChecks['account']>>,
  now: number,
): Promise<Outcome> {
  if (!checked) return SILENT
  const { check, isJudgeable } = checked
  const look = lookOf(check, watch, isJudgeable)
  const after = await settleLook(watch, { check }, now, (current) => afterLook(current, look, check))
  if (!after) return SILENT
  const isFirst = look === 'notFound' && !after.news
  return { news: after.news, once: isFirst ? { ...watch, confirmedAt: check.at } : null }
}

async function runPostsWatch(watch: PostsWatch, batch: FinishedBatch, now: number): Promise<Outcome> {
  const look = lookAtPosts(batch, watch)
  const found = { batch: toStoredBatch(batch) }
  const after = await settleLook(watch, found, now, (current) => afterPostsLook(current, look, batch))
  if (!after) return SILENT
  const isFirst = look !== 'end' && look.back.length > 0 && !after.news
  return { news: after.news, once: isFirst ? postsNews(watch, look.back, batch) : null }
}
