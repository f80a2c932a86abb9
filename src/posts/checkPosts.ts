import { URL_LENGTH_MAX } from '../../contract/names.ts'
import { BatchAnswer } from '../../contract/wire.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import { apiClient, parseAnswer, throwOnRefusal } from '../check/api.ts'
import { withCheckDeadline } from '../check/deadlines.ts'
import type { CheckRunContext } from '../check/deadlines.ts'
import { encryptVisitorIp, proofHeaders, withProof } from '../check/proof.ts'
import { whenIdle } from '../lib/loadChunk.ts'
import { finishedBatchFromAnswer } from '../results/finishedBatch.ts'
import type { FinishedBatch } from '../results/finishedBatch.ts'
import { readEarlierBatches, withEarlierResults } from './comparison.ts'

/**
 * Runs the whole check of a batch: encrypts the visitor's address, fetches a challenge (its screen name is empty), solves it, calls the API,
 * and adds what the device knows of the posts. Throws a `CheckError` if the server refuses.
 */
export async function checkPosts(urls: readonly string[], run: CheckRunContext): Promise<FinishedBatch> {
  const began = Date.now()
  // Once the page is idle, because opening the log would delay the first call.
  const idle = new Promise<void>((resolve) => whenIdle(resolve, undefined, 0))
  const earlier = idle.then(readEarlierBatches)
  const checked = await withCheckDeadline(run, async (steps) => {
    const key = await encryptVisitorIp(steps.signal)
    const body: CheckRequest = { screen_name: '', key, searchban: false, repost: false }
    return await withProof(body, steps, (proof) =>
      throwOnRefusal(
        parseAnswer(
          apiClient.post('check-batch', {
            // Text that is too long for a URL either is no URL or has a query that is irrelevant to its post.
            json: { urls: urls.map((url) => url.slice(0, URL_LENGTH_MAX)), key: { token: proof.key } },
            headers: proofHeaders(proof),
            signal: steps.signal,
          }),
          BatchAnswer,
        ),
      ),
    )
  })
  return withEarlierResults(finishedBatchFromAnswer(checked, began), await earlier)
}
