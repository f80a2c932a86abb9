import { text } from '../text/ja.ts'
import { Card } from '../ui/Card.tsx'
import type { ListedPost } from '../results/listedPost.ts'
import { POSTS_ID, PostResults } from '../results/PostResults.tsx'

/** The posts of a batch, checked now or saved. */
export function BatchPostsCard({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <Card id={POSTS_ID}>
      <h2>{text.post.list}</h2>
      <PostResults results={posts} />
    </Card>
  )
}
