import { rejectAfter } from '../../contract/async.ts'
import { AccountCheck } from '../../contract/wire.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import { apiClient, parseAnswer, throwOnRefusal } from '../check/api.ts'
import { withCheckDeadline } from '../check/deadlines.ts'
import type { CheckRunContext } from '../check/deadlines.ts'
import type { StoredCheck } from '../storage/records.ts'
import type { ResultUpstream } from '../check/upstream.ts'
import { encryptVisitorIp, proofHeaders, withProof } from '../check/proof.ts'
import type { SolvedChallenge } from '../check/proof.ts'
import { whenIdle } from '../lib/loadChunk.ts'
import { readChecks } from '../storage/stores.ts'

/** The two pages of the account check. The test page calls the inner endpoint of the API. */
export type AccountPageVariant = 'main' | 'test'

export type AccountQuery = {
  variant: AccountPageVariant
  screenName: string
  posts: boolean
  reposts: boolean
}

/** `before`: the checks of the account that the device had when this one began, the last one first. */
export type AccountResult = AccountCheck &
  ResultUpstream & { screenName: string; before?: readonly StoredCheck[] }

const ENDPOINTS = {
  main: 'check-by-user',
  test: 'check-by-user-inner',
} as const satisfies Record<AccountPageVariant, string>

/** Longest wait for the log after the answer, in milliseconds: it was read while the check ran, so only a stuck database takes longer. */
const LOG_WAIT_MS = 3_000

/**
 * Runs the whole check: the visitor's address, a challenge, its proof of work, the call of the API, and the earlier checks on the device, so
 * that what changed is drawn together with the answer. Throws a `CheckError` if the server refuses.
 */
export async function checkAccount(query: AccountQuery, run: CheckRunContext): Promise<AccountResult> {
  const { screenName } = query
  const earlier = readEarlierChecks(screenName)
  const checked = await withCheckDeadline(run, async (steps) => {
    const body = toCheckRequest(query, await encryptVisitorIp(steps.signal))
    return await withProof(body, steps, (proof) => callCheck(query.variant, body, proof, steps.signal))
  })
  // If the log cannot be read, nothing is compared.
  const before = await rejectAfter(earlier, LOG_WAIT_MS, 'The log was not read').catch(() => [])
  return { ...checked.answer, upstream: checked.upstream, screenName, before }
}

/** Waits until the page is idle, because opening the log would delay the first call. */
async function readEarlierChecks(screenName: string): Promise<StoredCheck[]> {
  await new Promise<void>((resolve) => whenIdle(resolve, undefined, 0))
  return await readChecks(screenName)
}

async function callCheck(
  variant: AccountPageVariant,
  body: CheckRequest,
  proof: SolvedChallenge,
  signal: AbortSignal,
) {
  const call = apiClient.post(ENDPOINTS[variant], { json: body, headers: proofHeaders(proof), signal })
  return await throwOnRefusal(
    parseAnswer(call, AccountCheck),
    (serverMessage = 'Unknown error') => `Failed to check user status: ${serverMessage}`,
  )
}

export function toCheckRequest(query: AccountQuery, key: string): CheckRequest {
  return {
    screen_name: query.screenName,
    key,
    searchban: query.posts,
    repost: query.posts && query.reposts,
  }
}
