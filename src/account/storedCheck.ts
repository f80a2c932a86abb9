import * as v from 'valibot'
import { parsePostUrl } from '../../contract/names.ts'
import { eachBan, groupOf } from '../../contract/outcomes.ts'
import { isDemo } from '../check/upstream.ts'
import { accountMethod } from '../results/method.ts'
import { StoredCheck, accountKey } from '../storage/records.ts'
import { isLimited, missingPosts, ownPosts, partlyFound, postCounts, withheldIn } from './accountVerdict.ts'
import type { AccountQuery, AccountResult } from './checkAccount.ts'

/** If several apply, the first in this order is stored. */
const STATES = ['not_found', 'suspend', 'protect', 'no_tweet'] as const

/** Converts a finished check to the form in which the log stores it; null if X's rate limit prevented the check. `at` is in Unix milliseconds. */
export function storedCheckOf(
  result: AccountResult,
  { posts: isAsked, reposts }: Pick<AccountQuery, 'posts' | 'reposts'>,
  at: number,
): StoredCheck | null {
  if (isLimited(result)) return null
  return v.parse(StoredCheck, {
    account: accountKey(result.screenName),
    name: result.screenName,
    at,
    sandbox: isDemo(result),
    state: stateOf(result),
    asked: { posts: isAsked, reposts: isAsked && reposts },
    bans: eachBan((ban) => result[ban]),
    partly: partlyFound(result),
    withheld: withheldIn(result),
    version: result.evidence?.version ?? null,
    method: accountMethod(result) ?? undefined,
    postsMissing: missingPosts(result, isAsked) !== null,
    posts: postCounts(result),
    judged: ownPosts(result).flatMap((post) => {
      const id = parsePostUrl(post.url)?.id
      return id === undefined ? [] : [[id, groupOf(post)]]
    }),
  })
}

/** Returns `unknown` if X did not say whether the account exists and is visible. Such an account is never stored as `open`. */
function stateOf(result: AccountResult): StoredCheck['state'] {
  const isUnknown = [result.not_found, result.suspend, result.protect].includes(null)
  return STATES.find((state) => result[state] === true) ?? (isUnknown ? 'unknown' : 'open')
}
