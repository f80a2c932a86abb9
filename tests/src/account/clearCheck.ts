import { recordByBan } from '../../../contract/outcomes.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import type { AccountQuery } from '../../../src/account/checkAccount.ts'
import { toFinishedCheck } from '../../../src/account/finishedCheck.ts'
import type { FinishedCheck } from '../../../src/account/finishedCheck.ts'

/** The check of an open account with posts, all four bans judged and none found, without posts or evidence. */
export const clearCheck: AccountCheck = {
  suspend: false,
  not_found: false,
  protect: false,
  no_tweet: false,
  ...recordByBan(() => false),
  api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: false } },
}

type How = Partial<AccountQuery> & { upstream?: string; at?: number }

/** The record of a clear check by X without the posts, but for the changes. */
export function finished(changes: Partial<AccountCheck> = {}, how: How = {}): FinishedCheck {
  const { upstream = 'x-api', at = 1000, ...asked } = how
  const query: AccountQuery = { variant: 'main', screenName: 'name', posts: false, reposts: true, ...asked }
  return toFinishedCheck({ ...clearCheck, ...changes, upstream, screenName: query.screenName }, query, at)
}
