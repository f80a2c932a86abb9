import { text } from '../text/ja.ts'
import { StateIcon } from '../ui/StateIcon.tsx'
import { countGroups } from './group.ts'
import type { ListedPost } from './listedPost.ts'
import styles from './Verdict.module.css'
import { verdictOf } from './verdict.ts'

/** The answer in one sentence, of how many posts, and where it is not new, of when. */
export function Verdict({ posts, time }: { posts: readonly ListedPost[]; time?: string }) {
  const { tone, sentence } = verdictOf(countGroups(posts))
  return (
    <div className={styles['verdict']}>
      <StateIcon tone={tone} large />
      <div>
        <h2>{sentence}</h2>
        <p className={styles['about']}>{text.post.verdict.total(posts.length)}</p>
        {time && <p className={styles['about']}>{time}</p>}
      </div>
    </div>
  )
}
