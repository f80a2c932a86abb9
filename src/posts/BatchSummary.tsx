import { text } from '../text/ja.ts'
import { Answer } from '../ui/Answer.tsx'
import { countGroups } from '../results/group.ts'
import type { ListedPost } from '../results/listedPost.ts'
import { verdictOf } from './batchVerdict.ts'

/** The answer in one sentence, of how many posts, and where it is not new, of when. */
export function BatchSummary({ posts, time }: { posts: readonly ListedPost[]; time?: string }) {
  return (
    <Answer {...verdictOf(countGroups(posts))}>
      <p>{text.post.verdict.total(posts.length)}</p>
      {time && <p>{time}</p>}
    </Answer>
  )
}
