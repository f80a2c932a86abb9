import { useDeferredValue } from 'react'
import { text } from '../text/ja.ts'
import { Card } from '../ui/Card.tsx'
import type { ListedPost } from '../results/listedPost.ts'
import { POSTS_ID, PostResults } from '../results/PostResults.tsx'

const NONE: readonly ListedPost[] = []

/** The posts of a batch, just checked or saved. */
export function BatchPostsCard({ posts }: { posts: readonly ListedPost[] }) {
  // The answer is painted first, and the posts are put together after it in slices that let input through.
  const shown = useDeferredValue(posts, NONE)
  return (
    <Card id={POSTS_ID}>
      <h2>{text.post.list}</h2>
      {shown !== NONE && <PostResults results={shown} />}
    </Card>
  )
}
