import { countGroups } from '../results/group.ts'
import type { ListedPost } from '../results/listedPost.ts'
import { POSTS_ID } from '../results/PostResults.tsx'
import { resultText } from '../text/result.ts'
import { Answer } from '../results/Answer.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { batchVerdict } from './batchVerdict.ts'

type BatchSummaryProps = { posts: readonly ListedPost[]; time?: string; arrival?: number }

/** The verdict in one sentence, a link to the posts with their number, and for a saved batch its time. */
export function BatchSummary({ posts, time, arrival }: BatchSummaryProps) {
  return (
    <Answer {...batchVerdict(countGroups(posts))} {...(arrival !== undefined && { arrival })}>
      <p>
        <a href={`#${POSTS_ID}`} className="touchable">
          {resultText.postsVerdict.total(posts.length)}
        </a>
      </p>
      {time && (
        <p>
          <Sentence>{time}</Sentence>
        </p>
      )}
    </Answer>
  )
}
