import { AccountCheck } from '../../contract/wire.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import { apiClient, parseAnswer, throwOnRefusal } from '../check/api.ts'
import { withCheckDeadline } from '../check/deadlines.ts'
import type { CheckRunContext } from '../check/deadlines.ts'
import type { StoredCheck } from '../storage/records.ts'
import type { ResultUpstream } from '../check/upstream.ts'
import { encryptVisitorIp, proofHeaders, withProof } from '../check/proof.ts'

/** The two pages of the account check. The test page calls the inner endpoint of the API. */
export type AccountPageVariant = 'main' | 'test'

export type AccountQuery = {
  variant: AccountPageVariant
  screenName: string
  posts: boolean
  reposts: boolean
}

/** `before`: the last checks of the account that the device had when this one began, one by each upstream. */
export type AccountResult = AccountCheck &
  ResultUpstream & { screenName: string; before?: readonly StoredCheck[] }

const ENDPOINTS = {
  main: 'check-by-user',
  test: 'check-by-user-inner',
} as const satisfies Record<AccountPageVariant, string>

/** Runs the whole check: fetches a challenge, solves its proof of work, and calls the API. Throws a `CheckError` if the server refuses. */
export async function checkAccount(query: AccountQuery, run: CheckRunContext) {
  return await withCheckDeadline(run, async (steps) => {
    const body = toCheckRequest(query, await encryptVisitorIp(steps.signal))
    const { answer, upstream } = await withProof(body, steps, (proof) =>
      throwOnRefusal(
        parseAnswer(
          apiClient.post(ENDPOINTS[query.variant], {
            json: body,
            headers: proofHeaders(proof),
            signal: steps.signal,
          }),
          AccountCheck,
        ),
        (serverMessage = 'Unknown error') => `Failed to check user status: ${serverMessage}`,
      ),
    )
    return { ...answer, upstream, screenName: query.screenName }
  })
}

export function toCheckRequest(query: AccountQuery, key: string): CheckRequest {
  return {
    screen_name: query.screenName,
    key,
    searchban: query.posts,
    repost: query.posts && query.reposts,
  }
}
