import { Capabilities } from '../../contract/wire.ts'
import { getCached } from '../check/api.ts'
import { config } from '../config.ts'
import type { WatchedCheck } from '../watch/runWatches.ts'
import { checkAccount } from './checkAccount.ts'
import type { AccountQuery } from './checkAccount.ts'
import { toFinishedCheck } from './finishedCheck.ts'

/** An automatic check sends no IP address: looking it up takes time that is free only while a visitor types. */
const withoutAddress = async () => ''

/** Reasons why this server never judges a search ban, so that repeating the check does not help. */
const NOT_JUDGED: ReadonlySet<string | null> = new Set(['not_offered', 'no_method'])

/** Runs the automatic check of a watch. It equals a check on the page without the list of posts, which the verdict does not need. */
export const checkWatchedAccount: WatchedCheck = async (screenName, signal) => {
  const query: AccountQuery = { variant: 'main', screenName, posts: false, reposts: false }
  const run = { startedAt: performance.now(), signal, report: () => undefined }
  const result = await checkAccount(query, run, withoutAddress)
  const check = toFinishedCheck(result, query, Date.now())
  if (check.limited) return null
  const reason = check.items?.search_ban.reason ?? null
  return { check, isJudgeable: check.bans.search_ban !== null || !NOT_JUDGED.has(reason) }
}

/** Whether the server offers watches. While it does not answer, nothing has changed. */
export async function areWatchesOffered(): Promise<boolean> {
  try {
    const { watchDays } = config.capabilities ?? (await getCached('capabilities', Capabilities))
    return watchDays !== undefined
  } catch {
    return true
  }
}
