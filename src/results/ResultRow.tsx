import { parsePostUrl } from '../../contract/PostUrl.ts'
import { text } from '../text/ja.ts'
import type { Row } from './listedPost.ts'
import { PostPreview } from './PostPreview.tsx'
import { PostUrlText } from './PostUrlText.tsx'
import { reasonOf } from './reasonOf.ts'
import styles from './ResultRow.module.css'
import { StatusBadge } from './StatusBadge.tsx'

/** One post: its verdict, and beside it what is known of the post. */
export function ResultRow({ row }: { row: Row }) {
  const { post, group } = row
  const reason = reasonOf(post)
  const previewed = hasPreview(row)
  return (
    <li className={styles['row']} data-group={group} data-previewed={previewed}>
      <StatusBadge group={group} />
      <div className={styles['body']}>
        {post.isPinned && <p className={styles['pinned']}>{text.list.pinned}</p>}
        {previewed && <PostPreview url={post.url} />}
        <PostUrlText url={post.url} />
        {reason && <p className={styles['note']}>{reason}</p>}
      </div>
    </li>
  )
}

/** X previews only what it shows: a post that is excluded or in error is not asked for. */
function hasPreview({ post, group }: Row): boolean {
  return (group === 'ok' || group === 'quote') && parsePostUrl(post.url) !== null
}
