import type { PostRef } from '../../contract/PostUrl.ts'
import type { AccountCheck, CheckRequest, Oembed, PostStatus } from '../../contract/wire.ts'

/**
 * Where answers come from. A call throws a `Refusal` when it cannot be answered, and stops when its signal aborts. With a signal that
 * has aborted before, it answers only from what is kept, or throws the signal's reason.
 */
export type Upstream = {
  readonly name: 'sandbox' | 'x-api'
  checkAccount: (request: CheckRequest, signal: AbortSignal) => Promise<AccountCheck>
  /** One status for each post, in order. */
  checkPosts: (posts: PostRef[], signal: AbortSignal) => Promise<PostStatus[]>
  oembed: (post: PostRef, signal: AbortSignal) => Promise<Oembed>
  /** What the operator should fix, in one sentence for health reports; null when nothing is wrong. */
  trouble: () => string | null
}
