import { POSTS_ID } from '../results/PostResults.tsx'
import { resultText } from '../text/result.ts'
import type { AccountResult } from './checkAccount.ts'
import { postCounts } from './accountVerdict.ts'

/** The verdict's second line: how the latest posts were judged, with a link to them where some are excluded. */
export function PostsLine({ result }: { result: AccountResult }) {
  const counts = postCounts(result)
  if (!counts) return null
  const total = result.tweets?.length ?? 0
  if (counts.excluded > 0) {
    return (
      <p>
        <a href={`#${POSTS_ID}`} className="touchable">
          {resultText.verdict.postsExcluded(total, counts.excluded)}
        </a>
      </p>
    )
  }
  const judged = total - counts.error
  if (judged === 0) return null
  return (
    <p>
      {judged === total
        ? resultText.verdict.postsClear(total)
        : resultText.verdict.postsPartly(total, judged)}
    </p>
  )
}
