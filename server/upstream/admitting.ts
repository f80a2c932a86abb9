import { Refusal } from '../http/refusal.ts'
import type { Caller } from './Caller.ts'
import type { Upstream } from './Upstream.ts'

/** Posts that checks may hold together: as many as X answers well within a check's time. */
const POSTS_MAX = 1000
/** The part of them that one share may hold. */
const SHARE = 1 / 4
/** Posts that an account check counts as: those that it lists. */
const ACCOUNT = 20
const RETRY_S = 10

/**
 * Limits how many posts the checks under way hold together, and those of one share. A check beyond that is refused as `busy` before X is
 * asked, so its proof stays good; a share's only check may be of any size. Checks of one account that run at the same time count once, since they share one answer.
 */
export function admitting(upstream: Upstream, postsMax = POSTS_MAX): Upstream {
  /** Checks under way of each account; what they hold together is bounded by `postsMax`. */
  const accounts = new Map<string, number>()
  /** Posts of each share, and of all. */
  const held = new Map<string, number>()
  let heldByAll = 0

  function hold(share: string, posts: number): void {
    heldByAll += posts
    const now = (held.get(share) ?? 0) + posts
    if (now > 0) held.set(share, now)
    else held.delete(share)
  }
  async function admitted<T>(posts: number, { share }: Caller, work: () => Promise<T>): Promise<T> {
    const isOver = (before: number, most: number) => posts > 0 && before > 0 && before + posts > most
    if (isOver(heldByAll, postsMax) || isOver(held.get(share) ?? 0, postsMax * SHARE)) {
      throw new Refusal('busy', RETRY_S)
    }
    hold(share, posts)
    try {
      return await work()
    } finally {
      hold(share, -posts)
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
    checkAccount(request, caller) {
      const account = `${request.screen_name.toLowerCase()} ${request.searchban} ${request.repost}`
      const posts = accounts.has(account) ? 0 : ACCOUNT
      return admitted(posts, caller, () => counted(account, () => upstream.checkAccount(request, caller)))
    },
    checkPosts: (posts, caller, searchMost) =>
      admitted(posts.length, caller, () => upstream.checkPosts(posts, caller, searchMost)),
  }
}
