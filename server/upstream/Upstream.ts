import type { PostRef } from '../../contract/names.ts'
import { SANDBOX } from '../../contract/outcomes.ts'
import type {
  AccountCheck,
  Capabilities,
  CheckRequest,
  Oembed,
  PostJudgement,
  SearchHealth,
} from '../../contract/wire.ts'

export type Caller = {
  signal: AbortSignal
  /** An IPv4 address, or an IPv6 /64 network. */
  clientKey: string
}

/** The upstreams that `UPSTREAM` names. `name` is what answers and saved results call it. */
export const UPSTREAMS = {
  sandbox: { name: SANDBOX },
  x: { name: 'x-api' },
} as const
export type UpstreamChoice = keyof typeof UPSTREAMS
export const UPSTREAM_CHOICES = Object.keys(UPSTREAMS) as UpstreamChoice[]

export const NO_SEARCH_HEALTH: SearchHealth = { now: null, hours: [] }

/** Calls throw an `ApiError`, or the reason of their caller's signal. */
export type Upstream = {
  readonly name: (typeof UPSTREAMS)[UpstreamChoice]['name']
  readonly capabilities: Capabilities
  checkAccount: (request: CheckRequest, caller: Caller) => Promise<AccountCheck>
  /** One judgement for each post, in order. `searchedMax` overrides how many are searched for. */
  checkPosts: (posts: PostRef[], caller: Caller, searchedMax?: number) => Promise<PostJudgement[]>
  oembed: (post: PostRef, caller: Caller) => Promise<Oembed>
  /** Returns the health of X's search as checks saw it. X is not called. */
  searchHealth: () => SearchHealth
  healthWarning: () => string | null
}
