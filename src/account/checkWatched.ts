import { Capabilities } from '../../contract/wire.ts'
import { getCachedAnswer } from '../check/api.ts'
import { sendNoIpAddress } from '../check/proof.ts'
import { config } from '../config.ts'
import { checkWatchedPosts } from '../watch/checkWatchedPosts.ts'
import type { WatchCheckers } from '../watch/runWatches.ts'
import type { WatchKind } from '../watch/watch.ts'
import { checkAccount } from './checkAccount.ts'
import type { AccountQuery } from './checkAccount.ts'
import { toFinishedCheck } from './finishedCheck.ts'

/** Reasons why this server never judges a search ban, so that repeating the check does not help. */
const NOT_JUDGED: ReadonlySet<string | null> = new Set(['not_offered', 'no_method'])

/** Runs the automatic check of a watch. It equals a check on the page without the list of posts, which the verdict does not need. */
const checkWatchedAccount: WatchCheckers['account'] = async (screenName, signal) => {
  const query: AccountQuery = { variant: 'main', screenName, posts: false, reposts: false }
  const run = { startedAt: performance.now(), signal, report: () => undefined }
  const result = await checkAccount(query, run, sendNoIpAddress)
  const check = toFinishedCheck(result, query, Date.now())
  if (check.limited) return null
  const reason = check.items?.search_ban.reason ?? null
  return { check, isJudgeable: check.bans.search_ban !== null || !NOT_JUDGED.has(reason) }
}

export const watchedChecks: WatchCheckers = { account: checkWatchedAccount, posts: checkWatchedPosts }

/**
 * Which watches the server offers. It is also asked where the build says what it can judge: the server may have been changed since. While it
 * does not answer, nothing has changed.
 */
export async function readOfferedWatches(): Promise<Record<WatchKind, boolean>> {
  const built = config.capabilities
  if (built && built.watchDays === undefined) return { account: false, posts: false }
  try {
    const { watchDays, posts } = await getCachedAnswer('capabilities', Capabilities)
    const account = watchDays !== undefined
    return { account, posts: account && posts === 'search' }
  } catch {
    return { account: true, posts: true }
  }
}
