import { URL_LENGTH_MAX } from '../../contract/names.ts'
import { BatchAnswer } from '../../contract/wire.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import { apiClient, parseAnswer, throwOnRefusal } from './api.ts'
import { withCheckDeadline } from './deadlines.ts'
import type { CheckRunContext } from './deadlines.ts'
import { encryptVisitorIp, proofHeaders, withProof } from './proof.ts'

/**
 * Checks a batch of posts. Its challenge has an empty screen name. Text that is too long for a URL is cut, because it either is no URL or
 * has a query that is irrelevant to its post. `previous` is the id of the saved batch whose rows these are: the new batch then contains all of its rows.
 */
export async function checkPosts(urls: readonly string[], run: CheckRunContext, previous?: string) {
  return await withCheckDeadline(run, async (steps) => {
    const key = await encryptVisitorIp(steps.signal)
    const body: CheckRequest = { screen_name: '', key, searchban: false, repost: false }
    return await withProof(body, steps, (proof) =>
      throwOnRefusal(
        parseAnswer(
          apiClient.post('check-batch', {
            json: {
              urls: urls.map((url) => url.slice(0, URL_LENGTH_MAX)),
              key: { token: proof.key },
              ...(previous && { previous }),
            },
            headers: proofHeaders(proof),
            signal: steps.signal,
          }),
          BatchAnswer,
        ),
      ),
    )
  })
}
