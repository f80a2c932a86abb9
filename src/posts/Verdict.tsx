import { text } from '../text/ja.ts'
import { Answer } from '../ui/Answer.tsx'
import { countGroups } from './group.ts'
import type { ListedPost } from './listedPost.ts'
import { verdictOf } from './verdict.ts'

/** The answer in one sentence, of how many posts, and where it is not new, of when. */
export function Verdict({ posts, time }: { posts: readonly ListedPost[]; time?: string }) {
  return (
    <Answer {...verdictOf(countGroups(posts))}>
      <p>{text.post.verdict.total(posts.length)}</p>
      {time && <p>{time}</p>}
    </Answer>
  )
}
