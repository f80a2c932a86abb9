import type { PostRef } from '../../contract/PostUrl.ts'
import type { AccountCheck, CheckRequest, Oembed, PostStatus } from '../../contract/wire.ts'

/** Where answers come from. What cannot be answered at all is thrown as a `Refusal`; every call obeys its signal. With a signal that is over already, a call asks nobody: it answers out of what is kept, or throws the signal's reason. */
export type Upstream = {
  readonly name: 'sandbox' | 'x-api'
  checkAccount: (request: CheckRequest, signal: AbortSignal) => Promise<AccountCheck>
  /** One status for each post, in order. */
  checkPosts: (posts: PostRef[], signal: AbortSignal) => Promise<PostStatus[]>
  oembed: (post: PostRef, signal: AbortSignal) => Promise<Oembed>
  /** What its operator should mend, in one sentence for health reports; null while there is nothing. */
  trouble: () => string | null
}
