import type { Caller, AnswerCache, SingleFlight } from '../Upstream.ts'
import type { Sleep, EndpointClient, EndpointClients } from './client/client.ts'
import type { XCalls } from './client/calls.ts'
import type { ControlPosts } from './control.ts'
import type { PostRecord } from './verdict/post.ts'
import { BANS } from '../../../contract/outcomes.ts'
import type { JudgeableItem } from '../../../contract/outcomes.ts'
import type { Capabilities } from '../../../contract/wire.ts'

/** What every step of a check gets: who asks and until when, the clock, and what all checks share. `createX.ts` makes it at the door. */
export type Context = Caller & {
  offer: XCheckSettings
  /** X's time. */
  now: () => number
  pause: Sleep
  /** Answers of X. */
  cache: AnswerCache
  /** The searches for posts that are under way. One is aborted when the last check that waits for it has left. */
  searches: SingleFlight<PostRecord>
  control: ControlPosts
  endpoints: EndpointClients
  /** Asks X's public oEmbed, at `oembedBase`. */
  askOembed: EndpointClient
  oembedBase: string
  /** Runs calls of X that cost at most `worstMicros`. Throws an `ApiError` unless that can be afforded now, and `moreMicros` after it. */
  spend: <T>(
    caller: Caller,
    worstMicros: number,
    work: (calls: XCalls) => Promise<T>,
    moreMicros?: number,
  ) => Promise<T>
}

/** The same with a signal that aborts earlier. */
export const withSignals = <C extends Caller>(caller: C, ...signals: AbortSignal[]): C => ({
  ...caller,
  signal: AbortSignal.any([caller.signal, ...signals]),
})

export type XCheckSettings = {
  bearerToken: string
  /** Whether the operator has confirmed that X permits checks of accounts, and the search for posts. */
  accountsPermitted: boolean
  postSearchPermitted: boolean
  judged: readonly JudgeableItem[]
  /** The most posts of a batch that are searched for. */
  postSearchMax: number
}

/** Without search, X says only whether it shows a post. */
export function capabilitiesOfX(offer: XCheckSettings): Capabilities {
  const judgesAccounts = offer.bearerToken !== '' && offer.accountsPermitted
  return {
    bans: judgesAccounts ? BANS.filter((ban) => offer.judged.some((item) => item === ban)) : [],
    posts: offersPostSearch(offer) ? 'search' : 'visibility',
  }
}

export const offersPostSearch = ({
  bearerToken,
  postSearchPermitted,
  judged,
  postSearchMax,
}: XCheckSettings) =>
  bearerToken !== '' && postSearchPermitted && judged.includes('posts') && postSearchMax > 0
