import { parsePostUrl } from '../../contract/PostUrl.ts'
import { resultText } from '../text/result.ts'
import type { Row } from './listedPost.ts'
import { PostContent } from './PostContent.tsx'
import { PostDate } from './PostDate.tsx'
import { PostUrlText } from './PostUrlText.tsx'
import { reasonOf } from './reasonOf.ts'
import styles from './ResultRow.module.css'
import { StatusBadge } from './StatusBadge.tsx'

/** One post: its verdict and date, and below what is known of it. */
export function ResultRow({ row, author }: { row: Row; author: string | undefined }) {
  const { post, group } = row
  const reason = reasonOf(post)
  return (
    <li className={styles['row']} data-group={group}>
      <div className={styles['head']}>
        <StatusBadge group={group} />
        <PostDate url={post.url} />
        {post.isPinned && <span className={styles['pinned']}>{resultText.list.pinned}</span>}
      </div>
      {hasContent(row) ? (
        <PostContent url={post.url} author={author} />
      ) : (
        <PostUrlText url={post.url} author={author} />
      )}
      {reason && <p className={styles['note']}>{reason}</p>}
    </li>
  )
}

/** X previews only what it shows: a post that is excluded or in error is not asked for. */
function hasContent({ post, group }: Row): boolean {
  return (group === 'ok' || group === 'quote') && parsePostUrl(post.url) !== null
}
