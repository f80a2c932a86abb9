import * as v from 'valibot'
import type { Ban } from '../../contract/bans.ts'
import { accountKey, LoggedCheck } from '../log/store/LoggedCheck.ts'
import { countGroups } from '../results/group.ts'
import { withheldIn } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'
import { missingPosts } from './missingPosts.ts'
import type { AccountQuery } from './query.ts'
import { partlyFound } from './searchDoubt.ts'

/** What is kept of an account that answers to several: the first. */
const STATES = ['not_found', 'suspend', 'protect', 'no_tweet'] as const

/** A finished check as the device keeps it; null where X's rate limit prevented the check. */
export function loggedCheckOf(
  result: AccountResult,
  { posts: isAsked }: Pick<AccountQuery, 'posts'>,
  at: number,
  sandbox: boolean,
): LoggedCheck | null {
  if (result.api_status.userSearchGroup.rate_limit) return null
  const { search_suggestion_ban, search_ban, ghost_ban, reply_deboosting } = result
  const bans = { search_suggestion_ban, search_ban, ghost_ban, reply_deboosting } satisfies Record<
    Ban,
    unknown
  >
  return v.parse(LoggedCheck, {
    account: accountKey(result.screenName),
    name: result.screenName,
    at,
    sandbox,
    state: STATES.find((state) => result[state] === true) ?? 'open',
    bans,
    partly: partlyFound(result),
    withheld: withheldIn(result),
    postsMissing: missingPosts(result, isAsked) !== null,
    posts: result.tweets?.length ? countGroups(result.tweets) : null,
  })
}
