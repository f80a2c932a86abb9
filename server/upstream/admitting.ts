import { Refusal } from '../http/refusal.ts'
import type { Upstream } from './Upstream.ts'

/** Posts that checks may hold together: as many as X answers well within a check's time. */
const POSTS_MAX = 1000
/** What an account check counts for: the posts that it lists. */
const ACCOUNT = 20
const RETRY_S = 10

/**
 * An upstream that lets checks in until they hold so many posts together. What is let in is served; the rest is refused before anything is
 * asked for it, so that its proof stays good.
 */
export function admitting(upstream: Upstream, postsMax = POSTS_MAX): Upstream {
  let held = 0
  async function admitted<T>(posts: number, work: () => Promise<T>): Promise<T> {
    if (held > 0 && held + posts > postsMax) throw new Refusal('busy', RETRY_S)
    held += posts
    try {
      return await work()
    } finally {
      held -= posts
    }
  }
  return {
    ...upstream,
    checkAccount: (request, signal) => admitted(ACCOUNT, () => upstream.checkAccount(request, signal)),
    checkPosts: (posts, signal) => admitted(posts.length, () => upstream.checkPosts(posts, signal)),
  }
}
