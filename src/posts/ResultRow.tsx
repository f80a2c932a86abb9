import { text } from '../text/ja.ts'
import type { Row } from './listedPost.ts'
import { PostUrlText } from './PostUrlText.tsx'
import styles from './ResultRow.module.css'
import { reasonOf } from './reasonOf.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** One post: its verdict, and beside it what is known of the post. */
export function ResultRow({ row: { post, group } }: { row: Row }) {
  const reason = reasonOf(post)
  return (
    <li className={styles['row']} data-group={group}>
      <StatusBadge group={group} />
      <div className={styles['body']}>
        {post.isPinned && <p className={styles['pinned']}>{text.list.pinned}</p>}
        <PostUrlText url={post.url} />
        {reason && <p className={styles['note']}>{reason}</p>}
      </div>
    </li>
  )
}
