import { Refusal } from '../http/refusal.ts'
import type { Upstream } from './Upstream.ts'

/** Posts that checks may hold together: as many as X answers well within a check's time. */
const POSTS_MAX = 1000
/** What an account check counts for: the posts that it lists. */
const ACCOUNT = 20
const RETRY_S = 10

/**
 * An upstream that lets checks in until they hold so many posts together. What is let in is served; the rest is refused before anything is
 * asked for it, so that its proof stays good. A crowd that asks for one account is one check: it shares one answer.
 */
export function admitting(upstream: Upstream, postsMax = POSTS_MAX): Upstream {
  /** Checks under way of each account; what they hold together is bounded by `postsMax`. */
  const accounts = new Map<string, number>()
  let held = 0

  async function admitted<T>(posts: number, work: () => Promise<T>): Promise<T> {
    if (posts > 0 && held > 0 && held + posts > postsMax) throw new Refusal('busy', RETRY_S)
    held += posts
    try {
      return await work()
    } finally {
      held -= posts
    }
  }
  async function counted<T>(account: string, work: () => Promise<T>): Promise<T> {
    accounts.set(account, (accounts.get(account) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = (accounts.get(account) ?? 1) - 1
      if (left > 0) accounts.set(account, left)
      else accounts.delete(account)
    }
  }

  return {
    ...upstream,
    checkAccount(request, signal) {
      const account = `${request.screen_name.toLowerCase()} ${request.searchban} ${request.repost}`
      const posts = accounts.has(account) ? 0 : ACCOUNT
      return admitted(posts, () => counted(account, () => upstream.checkAccount(request, signal)))
    },
    checkPosts: (posts, signal) => admitted(posts.length, () => upstream.checkPosts(posts, signal)),
  }
}
