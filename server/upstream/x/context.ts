import type { Caller, AnswerCache, SingleFlight } from '../Upstream.ts'
import type { Sleep, EndpointClient, EndpointClients } from './client/client.ts'
import type { XCalls } from './client/calls.ts'
import type { ControlPosts } from './control.ts'
import { resultOrReason } from './replies.ts'
import { addToAnswer, unsearchedBecause } from './verdict/post.ts'
import type { PostAuthor, PostRecord } from './verdict/post.ts'
import { BANS } from '../../../contract/outcomes.ts'
import type { JudgeableItem } from '../../../contract/outcomes.ts'
import type { XPart } from '../../../contract/reasons.ts'
import type { Capabilities, Reason } from '../../../contract/wire.ts'

/** What every step of a check gets: who asks and until when, the clock, and what all checks share. `createX.ts` makes it at the door. */
export type Context = Caller & {
  offer: XCheckSettings
  /** X's time. */
  now: () => number
  pause: Sleep
  /** Answers of X. */
  cache: AnswerCache
  /** The searches for posts that are under way. */
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

/** A post whose author is known, so that it can be searched for. */
export type SearchablePost = PostRecord & { author: PostAuthor }

/** The work on one batch of posts. Each step writes what it finds out into their records; `answer` is called when no later step looks at one. */
export type BatchSearch = Context & {
  unanswered: Set<SearchablePost>
  answer: (post: SearchablePost) => void
}

/** Answers posts that no later step looks at. */
export function answerEach({ unanswered, answer }: BatchSearch, posts: Iterable<SearchablePost>): void {
  for (const post of posts) if (unanswered.delete(post)) answer(post)
}

export const isOpen = ({ answer }: SearchablePost) => !answer.search?.found

/** Returns an empty list, so that a caller can return it as the posts that are still missing. */
export function markUnsearched(
  run: BatchSearch,
  posts: readonly SearchablePost[],
  reason: Reason,
): SearchablePost[] {
  const search = unsearchedBecause(reason, run.now())
  for (const post of posts) if (isOpen(post)) addToAnswer(post, { search })
  return []
}

/** If `work` fails, marks the posts as unsearched with the reason and returns null. `part` is the part of X that `work` asks. */
export async function step<T>(
  run: BatchSearch,
  posts: readonly SearchablePost[],
  work: () => Promise<T>,
  part: XPart = 'search',
): Promise<T | null> {
  const { result, reason } = await resultOrReason(part, run, work)
  if (reason) markUnsearched(run, posts, reason)
  return result
}
