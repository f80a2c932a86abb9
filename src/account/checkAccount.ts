import { AccountCheck } from '../../contract/wire.ts'
import type { CheckRequest, PostResult } from '../../contract/wire.ts'
import { throwOnRefusal, api } from '../check/api.ts'
import { withCheckDeadline } from '../check/deadlines.ts'
import type { CheckRun } from '../check/deadlines.ts'
import { encryptedIp, proofHeaders, withProof } from '../check/proof.ts'
import { postTime } from '../results/posts.ts'
import type { Partly } from '../results/verdicts.ts'

export function partlyFound(check: AccountCheck): Partly | null {
  const missing = missingIn(check)
  return check.search_ban === false ? missing : null
}

/** A post without evidence counts as unsearched where this check looked for the posts of its time, and search did not find all of them. */
export function provenPosts(check: AccountCheck): PostResult[] | undefined {
  const span = check.evidence?.items.search_ban
  if (!missingIn(check) || !span) return check.tweets
  const { from = -Infinity, to = Infinity } = span
  return check.tweets?.map((post) => {
    const time = postTime(post.url)
    const looked = time !== undefined && time >= from && time <= to
    return looked && post.status === 'AVAILABLE' && !post.evidence ? { ...post, status: 'UNSEARCHED' } : post
  })
}

function missingIn({ evidence }: AccountCheck): Partly | null {
  const { method, looked = 0, found = 0 } = evidence?.items.search_ban ?? {}
  return method === 'recent_search' && found < looked ? { looked, found } : null
}

/** The two pages of the account check; the test variant asks the inner endpoint. */
export type Variant = 'main' | 'test'

export type AccountQuery = { variant: Variant; screenName: string; posts: boolean; reposts: boolean }

const ENDPOINTS = {
  main: 'check-by-user',
  test: 'check-by-user-inner',
} as const satisfies Record<Variant, string>

export function requestOf(query: AccountQuery, key: string): CheckRequest {
  return {
    screen_name: query.screenName,
    key,
    searchban: query.posts,
    repost: query.posts && query.reposts,
  }
}

export type AccountResult = AccountCheck & { screenName: string }

export async function checkAccount(query: AccountQuery, { report, ...run }: CheckRun) {
  return await withCheckDeadline(run, async (signal) => {
    const body = requestOf(query, await encryptedIp(signal))
    const answer = await withProof(body, signal, report, (proof) =>
      throwOnRefusal(
        api
          .post(ENDPOINTS[query.variant], { json: body, headers: proofHeaders(proof), signal })
          .json(AccountCheck),
        (said = 'Unknown error') => `Failed to check user status: ${said}`,
      ),
    )
    return { ...answer, tweets: provenPosts(answer), screenName: query.screenName }
  })
}
