import { memo } from 'react'
import { postStatement } from '../../contract/statementsOf.ts'
import { postSearchText } from '../text/postSearch.ts'
import { resultText } from '../text/result.ts'
import { Button } from '../ui/Button.tsx'
import { OutLink } from '../ui/OutLink.tsx'
import { EvidenceNote } from './evidence/EvidenceNote.tsx'
import { SearchByHand } from './evidence/SearchByHand.tsx'
import { searchLink } from './evidence/searchLink.ts'
import { hasContent } from './hasContent.ts'
import type { Row } from './listedPost.ts'
import { PostContent } from './PostContent.tsx'
import { PostDate } from './PostDate.tsx'
import { postLink } from './postLink.ts'
import { PostUrlText } from './PostUrlText.tsx'
import styles from './ResultRow.module.css'
import { StatusBadge } from './StatusBadge.tsx'

/** What every row of a list is given. */
export type RowProps = {
  /** When the list came, in Unix milliseconds: dates of the same year are shown without it. */
  now: number
  /** The account whose posts these are, if they are one account's: then only other authors are named. */
  author?: string | undefined
  /** Whether all posts without a preview are shown by their URLs, those of `author` too. */
  withUrls?: boolean
  /** Checks one post again, where the list can. */
  onAgain?: ((url: string) => void) | undefined
}

type ResultRowProps = RowProps & { row: Row; isFolded: boolean; said: ReadonlySet<string> }

/**
 * One post: its verdict, date and link on one line; its text or URL; what the verdict rests on, unless it is `said` above the list;
 * and the way to look for it by hand. It takes the focus when it is unfolded.
 */
export const ResultRow = memo(function ResultRow({
  row,
  isFolded,
  said,
  now,
  author,
  withUrls = false,
  onAgain,
}: ResultRowProps) {
  const { post, group } = row
  const search = searchLink(post)
  const href = postLink(post.url)
  return (
    <li className={styles['row']} data-group={group} data-row={row.id} data-folded={isFolded} tabIndex={-1}>
      <div className={styles['head']}>
        <StatusBadge group={group} />
        <PostDate url={post.url} now={now} />
        {href && (
          <span className={styles['open']}>
            <OutLink href={href}>{resultText.list.open}</OutLink>
          </span>
        )}
      </div>
      {post.isPinned && <p className={styles['pinned']}>{resultText.list.pinned}</p>}
      {hasContent(row) ? (
        <PostContent url={post.url} author={author} by={post.evidence?.author} withUrls={withUrls} />
      ) : (
        <PostUrlText url={post.url} author={author} withUrls={withUrls} />
      )}
      <EvidenceNote post={post} said={said} now={now} />
      {onAgain && post.evidence?.reason === 'not_asked' && (
        <div>
          <Button onClick={() => onAgain(post.url)}>{postSearchText.again}</Button>
        </div>
      )}
      {search && <SearchByHand link={search} stated={postStatement(post)} />}
    </li>
  )
})
