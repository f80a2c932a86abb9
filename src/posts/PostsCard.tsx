import { text } from '../text/ja.ts'
import { Card } from '../ui/Card.tsx'
import type { ListedPost } from './listedPost.ts'
import { PostResults } from './PostResults.tsx'

/** The posts of a batch, checked now or saved. */
export function PostsCard({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <Card>
      <h2>{text.post.list}</h2>
      <PostResults results={posts} />
    </Card>
  )
}
