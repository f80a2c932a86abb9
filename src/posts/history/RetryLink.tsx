import type { ListedPost } from '../../results/listedPost.ts'
import { postsToRepeat } from '../../results/postsToRepeat.ts'
import { text } from '../../text/ja.ts'
import { Link } from '../../ui/Link.tsx'

/** The way to check again what a saved batch could not judge: a form that is filled in with it. */
export function RetryLink({ posts }: { posts: readonly ListedPost[] }) {
  const search = new URLSearchParams(postsToRepeat(posts).map(({ url }) => ['url', url]))
  return (
    <p>
      <Link to={{ pathname: '/tweetcheck', search: `?${search}` }} className="touchable">
        {text.action.retry}
      </Link>
    </p>
  )
}
