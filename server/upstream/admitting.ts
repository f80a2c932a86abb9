import { Refusal } from '../http/refusal.ts'
import type { Upstream } from './Upstream.ts'

/** Posts that checks may hold together: as many as X answers well within a check's time. */
const POSTS_MAX = 1000
/** Posts that an account check counts as: those that it lists. */
const ACCOUNT = 20
const RETRY_S = 10

/**
 * Limits how many posts the checks under way hold together. A check beyond that is refused as `busy` before X is asked, so its proof
 * stays good. Checks of one account that run at the same time count once, since they share one answer.
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
