import { AccountCheck } from '../../contract/wire.ts'
import { api } from '../check/api.ts'
import { answered } from '../check/answered.ts'
import { encryptedIp } from '../check/encryptedIp.ts'
import type { CheckRun } from '../check/stage.ts'
import { withinCheck } from '../check/withDeadline.ts'
import { proofHeaders, withProof } from '../check/withProof.ts'
import { ENDPOINTS, requestOf } from './query.ts'
import type { AccountQuery } from './query.ts'
import { provenPosts } from './searchDoubt.ts'

/** The server's answer and the name it was asked about. */
export type AccountResult = AccountCheck & { screenName: string }

/** One account check, from the visitor's address to the validated answer. */
export async function checkAccount(
  query: AccountQuery,
  { report, ...run }: CheckRun,
): Promise<AccountResult> {
  return await withinCheck(run, async (signal) => {
    const body = requestOf(query, await encryptedIp(signal))
    const answer = await withProof(body, signal, report, (proof) =>
      answered(
        api
          .post(ENDPOINTS[query.variant], { json: body, headers: proofHeaders(proof), signal })
          .json(AccountCheck),
        (said = 'Unknown error') => `Failed to check user status: ${said}`,
      ),
    )
    return { ...answer, tweets: provenPosts(answer), screenName: query.screenName }
  })
}
