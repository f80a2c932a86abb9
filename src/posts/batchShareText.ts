import { handedOnUrl } from '../config.ts'
import { resultText } from '../text/result.ts'
import { formatSecond } from '../text/formatTime.ts'
import { countGroups } from '../results/group.ts'
import { historyUrl } from '../results/historyLink.ts'
import type { ListedPost } from '../results/listedPost.ts'

/** The text that shares a batch's result. `at` is Unix milliseconds. For a batch that could not be saved it links to the form. */
export function batchShareText(posts: readonly ListedPost[], at: number, sessionId: string): string {
  return resultText.shareText.batch({
    time: formatSecond(at),
    total: posts.length,
    counts: countGroups(posts),
    url: sessionId ? historyUrl(sessionId) : handedOnUrl('tweetcheck'),
  })
}
