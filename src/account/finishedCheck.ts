import { atom } from 'jotai/vanilla'
import * as v from 'valibot'
import { parsePostUrl } from '../../contract/names.ts'
import type { PostRef } from '../../contract/names.ts'
import { recordByBan, groupOfPost } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { AccountCheck, PostResult, ListEvidence, Reason } from '../../contract/wire.ts'
import { ScreenName, ACCOUNT_FACTS } from '../../contract/wire.ts'
import { isDemoResult } from '../check/upstream.ts'
import { methodOfAccountCheck } from '../results/method.ts'
import { countGroups } from '../results/posts.ts'
import type { FoundPostCounts } from '../results/verdicts.ts'
import { accountKey } from '../storage/records.ts'
import type { StoredCheck } from '../storage/records.ts'
import { accountFlow } from './accountFlow.ts'
import type { AccountQuery, AccountResult, AccountPageVariant } from './checkAccount.ts'

/**
 * A finished check of an account: all that any place shows of it. The log stores the part in `StoredCheck`. The rest, the posts themselves and
 * what is known of their list, is kept in memory only.
 */
export type FinishedCheck = StoredCheck & {
  tweets: readonly PostResult[]
  /** The listed posts without reposts. */
  ownTweets: readonly PostResult[]
  list: v.InferOutput<typeof ListEvidence> | null
}

/** If several states apply, the first one in this order is shown. The order differs between the two pages. */
const STATE_ORDER = {
  main: ['not_found', 'suspend', 'protect', 'no_tweet'],
  test: ['suspend', 'not_found', 'protect', 'no_tweet'],
} as const satisfies Record<AccountPageVariant, readonly StoredCheck['state'][]>

const AccountFacts = v.object(ACCOUNT_FACTS)

/** Makes the record of a check. `at` is when the check ended, in Unix milliseconds. */
export function toFinishedCheck(result: AccountResult, query: AccountQuery, at: number): FinishedCheck {
  const { screenName, upstream, before: _, api_status, tweets = [], evidence, ...flags } = result
  const { suspend, not_found, protect, no_tweet, ...bans } = flags
  // The compiler refuses this line if an answer has a member that is no ban and that no line below handles.
  bans satisfies Record<Exclude<keyof typeof bans, Ban>, never>
  const linked = tweets.map((post) => ({ post, link: parsePostUrl(post.url) }))
  const own = linked.filter((each) => !isRepost(each))
  const ownTweets = own.map(({ post }) => post)
  const missing = missingIn(result, query.posts)
  const method = methodOfAccountCheck(result)
  const { userSearchGroup } = api_status
  return {
    account: accountKey(screenName),
    name: v.parse(ScreenName, screenName),
    at,
    sandbox: isDemoResult({ upstream }),
    state: stateIn({ suspend, not_found, protect, no_tweet }, query.variant),
    asked: { posts: query.posts, reposts: query.posts && query.reposts },
    limited: userSearchGroup.rate_limit ? { until: userSearchGroup.reset } : null,
    bans,
    items: evidence ? recordByBan((ban) => ({ time: evidence.time, ...evidence.items[ban] })) : null,
    partly: partlyFound(result),
    ...v.parse(AccountFacts, evidence ?? {}),
    version: evidence?.version ?? null,
    method,
    posts: ownTweets.length > 0 ? countGroups(ownTweets) : null,
    judged: own.flatMap(({ post, link }): StoredCheck['judged'] =>
      link ? [[link.id, groupOfPost(post), post.evidence?.reason?.cause ?? null]] : [],
    ),
    oldPin: oldPinIn(own),
    postsMissing: missing !== null,
    missing,
    ticks: [],
    tweets,
    ownTweets,
    list: evidence?.tweets ?? null,
  }
}

/** The finished check whose result the page shows; null if it shows none. */
export const finishedCheckAtom = atom((get) => {
  const done = get(accountFlow.doneAtom)
  return done && toFinishedCheck(done.result, done.query, done.endedAt)
})

type Flags = Pick<AccountCheck, 'suspend' | 'not_found' | 'protect' | 'no_tweet'>

/** Returns `unknown` if X did not say whether the account exists and is visible. */
function stateIn(flags: Flags, variant: AccountPageVariant): StoredCheck['state'] {
  const isUnknown = [flags.not_found, flags.suspend, flags.protect].includes(null)
  return STATE_ORDER[variant].find((state) => flags[state] === true) ?? (isUnknown ? 'unknown' : 'open')
}

/** A listed post, and what its URL says. */
type LinkedPost = { post: PostResult; link: PostRef | null }

/** Whether a listed post is somebody else's: it counts neither for nor against the account. The server names no author in the URL of a repost, or gives the reason. */
function isRepost({ post, link }: LinkedPost): boolean {
  return post.evidence?.reason?.cause === 'repost' || link?.name === null
}

/** The id of the pinned post, if it is older than the other posts. */
function oldPinIn(posts: readonly LinkedPost[]): string | undefined {
  const pinned = posts.find(({ post }) => post.isPinned)
  const pin = pinned?.link?.id
  if (pin === undefined) return undefined
  const isOldest = posts.every((each) => each === pinned || BigInt(each.link?.id ?? 0) > BigInt(pin))
  return isOldest && posts.length > 1 ? pin : undefined
}

/** How many posts were searched for and found, if search found only some of them and the server still reports no search ban; else null. */
function partlyFound({ search_ban: isBanned, evidence }: AccountCheck): FoundPostCounts | null {
  const { method, looked = 0, found = 0 } = evidence?.items.search_ban ?? {}
  return isBanned === false && method === 'recent_search' && found < looked ? { looked, found } : null
}

/** Returns why the latest posts are missing, if the visitor asked for them and the account may have visible posts; otherwise null. */
function missingIn(check: AccountCheck, isAsked: boolean): Reason | null {
  if (!isAsked) return null
  const { userTimelineGroup, userSearchGroup } = check.api_status
  if (userTimelineGroup.rate_limit)
    return { cause: 'limited', part: 'timeline', until: userTimelineGroup.reset }
  const { not_found, suspend, protect, no_tweet, evidence, tweets } = check
  if (not_found || suspend || protect || userSearchGroup.rate_limit) return null
  const reason = evidence?.tweets?.reason ?? (tweets ? null : TIMELINE_FAILED)
  const isEmpty = reason?.cause === 'account' || (no_tweet && reason?.cause === 'failed')
  return isEmpty ? null : reason
}
const TIMELINE_FAILED: Reason = { cause: 'failed', part: 'timeline' }
