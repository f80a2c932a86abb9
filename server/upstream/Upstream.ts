import type { PostRef } from '../../contract/names.ts'
import type {
  AccountCheck,
  Capabilities,
  CheckRequest,
  Oembed,
  PostJudgement,
  SearchHealth,
} from '../../contract/wire.ts'

/** On whose behalf something is asked, and until when. */
export type Caller = {
  signal: AbortSignal
  /** Whose part of what all visitors share this counts to: an address as the limits count it (an IPv4 address, or an IPv6 network of 64). */
  clientKey: string
}

/** Of an upstream that asks no search. */
export const NO_SEARCH: SearchHealth = { now: null, hours: [] }

/** Where answers come from. A call throws an `ApiError` when it cannot be answered, and stops when its caller's signal aborts. */
export type Upstream = {
  readonly name: 'sandbox' | 'x-api'
  readonly capabilities: Capabilities
  checkAccount: (request: CheckRequest, caller: Caller) => Promise<AccountCheck>
  /** One judgement for each post, in order. Search is asked for `searchMost` of them at most: as many as are configured, unless told. */
  checkPosts: (posts: PostRef[], caller: Caller, searchMost?: number) => Promise<PostJudgement[]>
  oembed: (post: PostRef, caller: Caller) => Promise<Oembed>
  /** What checks saw of X's search. Nothing is asked. */
  searchHealth: () => SearchHealth
  /** What the operator should fix, in one sentence for health reports; null when nothing is wrong. */
  healthWarning: () => string | null
}
