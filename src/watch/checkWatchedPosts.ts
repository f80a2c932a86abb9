import { toPostUrl } from '../../contract/names.ts'
import { checkPosts } from '../check/checkPosts.ts'
import { sendNoIpAddress } from '../check/proof.ts'
import { finishedBatchFromAnswer } from '../results/finishedBatch.ts'
import type { WatchCheckers } from './runWatches.ts'

/** Runs the automatic check of watched posts. It equals a check on the page. */
export const checkWatchedPosts: WatchCheckers['posts'] = async (ids, signal) => {
  const began = Date.now()
  const urls = ids.map((id) => toPostUrl({ name: null, id }))
  const run = { startedAt: performance.now(), signal, report: () => undefined }
  return finishedBatchFromAnswer(await checkPosts(urls, run, undefined, sendNoIpAddress), began)
}
