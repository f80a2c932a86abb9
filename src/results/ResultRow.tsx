import { parsePostUrl } from '../../contract/PostUrl.ts'
import { resultText } from '../text/result.ts'
import type { Row } from './listedPost.ts'
import { PostContent } from './PostContent.tsx'
import { PostDate } from './PostDate.tsx'
import { PostUrlText } from './PostUrlText.tsx'
import { reasonOf } from './reasonOf.ts'
import styles from './ResultRow.module.css'
import { StatusBadge } from './StatusBadge.tsx'

/** One post: its verdict and date, and below them its preview or URL. */
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

/** X has previews only of posts that it shows: none is asked for when a post is excluded or could not be judged. */
function hasContent({ post, group }: Row): boolean {
  return (group === 'ok' || group === 'quote') && parsePostUrl(post.url) !== null
}
