import { URL_MAX } from '../../contract/names.ts'
import { BatchAnswer } from '../../contract/wire.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import { throwOnRefusal, api } from '../check/api.ts'
import { withCheckDeadline } from '../check/deadlines.ts'
import type { CheckRun } from '../check/deadlines.ts'
import { encryptedIp, proofHeaders, withProof } from '../check/proof.ts'

/**
 * A batch's challenge has an empty screen name. Text that is too long for a URL is cut: it is none, or has a query that says nothing of its
 * post. `previous` is the saved batch of which these URLs are checked again: the new batch then holds all of its rows.
 */
export async function checkPosts(urls: readonly string[], { report, ...run }: CheckRun, previous?: string) {
  return await withCheckDeadline(run, async (signal) => {
    const key = await encryptedIp(signal)
    const body: CheckRequest = { screen_name: '', key, searchban: false, repost: false }
    return await withProof(body, signal, report, (proof) =>
      throwOnRefusal(
        api
          .post('check-batch', {
            json: {
              urls: urls.map((url) => url.slice(0, URL_MAX)),
              key: { token: proof.key },
              ...(previous && { previous }),
            },
            headers: proofHeaders(proof),
            signal,
          })
          .json(BatchAnswer),
      ),
    )
  })
}
