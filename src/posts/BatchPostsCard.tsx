import { useDeferredValue } from 'react'
import { text } from '../text/ja.ts'
import { Card } from '../ui/Card.tsx'
import type { ListedPost } from '../results/listedPost.ts'
import { ListHead } from '../results/ListHead.tsx'
import { POSTS_ID, PostResults } from '../results/PostResults.tsx'
import { soleAuthor } from '../results/soleAuthor.ts'

const NONE: readonly ListedPost[] = []

type BatchPostsCardProps = { posts: readonly ListedPost[]; onAgain?: (url: string) => void }

/** The posts of a batch, just checked or saved. */
export function BatchPostsCard({ posts, onAgain }: BatchPostsCardProps) {
  // The answer is painted first, and the posts are put together after it in slices that let input through.
  const shown = useDeferredValue(posts, NONE)
  const author = soleAuthor(posts)
  return (
    <Card id={POSTS_ID}>
      <ListHead title={text.post.list} author={author} />
      {shown !== NONE && (
        <PostResults results={shown} author={author ?? undefined} onAgain={onAgain} withUrls />
      )}
    </Card>
  )
}
