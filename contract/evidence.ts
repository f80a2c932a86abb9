import * as v from 'valibot'
import { recordByBan } from './outcomes.ts'

/** A time in Unix milliseconds, within the range of `Date`. */
export const UnixMilliseconds = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Makes a member optional. A value of another shape is read as absent. */
/* @__NO_SIDE_EFFECTS__ */
export function lenientOptional<S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.optional(schema), undefined)
}

export const KeptDays = lenientOptional(v.pipe(v.number(), v.integer(), v.minValue(1)))

/** Version of the method. Results of different versions are not compared. */
export const METHOD_VERSION = 1
/** Name of the method that judges by X's search, in the log and in exported files. */
export const SEARCH_METHOD_NAME = 'x_search'
/** How many searches must miss a post before it counts as missing. */
export const SEARCHES_BEFORE_MISSING = 4
const Version = lenientOptional(Count)

/** How a result was obtained. `asked` is when X was first asked. */
export const CheckMethod = v.object({
  name: v.pipe(v.string(), v.maxLength(40)),
  version: Count,
  asked: UnixMilliseconds,
})
export type CheckMethod = v.InferOutput<typeof CheckMethod>

/**
 * Why search neither found a post nor counts it as missing; `true` where trying again at once may help.
 * - `not_offered`: this server does not search for posts. `not_asked`: the batch holds more posts than are searched for.
 * - `budget`: this server's budget of the day is used up; `hour`: its part for this hour; `share`: this connection's share. `queue`: the call
 *   waited too long for its turn.
 * - `edited`: the newest version is too young. `no_control`: search showed no other post made near in time.
 * - `reply`, `community`, `repost`, `sensitive`, `withheld`: X's index may not hold such a post, or X does not show it to everyone.
 * - `partial`: X returned only a part of the results.
 * - `absent`: X's lookup of posts no longer has the post. `not_told`: X did not tell what kind of post it is. `other_author`: X names another
 *   author. `control_limit`: more posts were missing than are confirmed at once.
 * - The other reasons name an endpoint of X and what went wrong. `failed`, `lookup_failed` and `unseen`: search, the lookup of posts or oEmbed
 *   (which says whether X shows the post) gave no usable answer. `limited`, `lookup_limited`, `view_limited`: X's rate limit. `operator`,
 *   `lookup_operator`, `view_operator`: X refuses this server.
 */
export const IS_REASON_RETRYABLE = {
  not_offered: false,
  not_asked: false,
  budget: false,
  share: false,
  queue: true,
  too_young: false,
  edited: false,
  no_control: true,
  no_author: false,
  failed: true,
  limited: true,
  operator: false,
  reply: false,
  community: false,
  repost: false,
  sensitive: false,
  withheld: false,
  partial: true,
  unseen: true,
  absent: false,
  not_told: true,
  lookup_failed: true,
  other_author: false,
  control_limit: true,
  hour: false,
  lookup_limited: true,
  lookup_operator: false,
  view_limited: true,
  view_operator: false,
} as const satisfies Record<string, boolean>
export type UnsearchedReason = keyof typeof IS_REASON_RETRYABLE
export const UNSEARCHED_REASONS = Object.keys(IS_REASON_RETRYABLE) as readonly UnsearchedReason[]

export const QUOTE_STATES = ['none', 'shown', 'restricted', 'unknown'] as const

/** The evidence for one post's status. It is absent from servers other than this project's. */
export const PostEvidence = v.object({
  /** Whether people who are not logged in see the post; null if X did not say. */
  visible: v.fallback(v.nullable(v.boolean()), null),
  /** true: search found the post. false: each search missed it, with a control before and after. null: neither, because of `reason`. */
  found: v.fallback(v.nullable(v.boolean()), null),
  reason: v.fallback(v.nullable(v.picklist(UNSEARCHED_REASONS)), null),
  /** When the limit ends that `reason` names, if that is known. */
  until: lenientOptional(UnixMilliseconds),
  time: lenientOptional(UnixMilliseconds),
  author: lenientOptional(v.pipe(v.string(), v.regex(/^\w{1,15}$/))),
  quote: lenientOptional(v.picklist(QUOTE_STATES)),
  /** When search last found the control post; only for a missing post. */
  control: lenientOptional(UnixMilliseconds),
  /** How many hours after the missing post the control post was made, rounded up. */
  controlHours: lenientOptional(Count),
  version: Version,
})
export type PostEvidence = v.InferOutput<typeof PostEvidence>

/**
 * Why something was not judged.
 * - `no_method`: X offers no public way to test this item. `not_offered`: this server does not judge it.
 * - `account`: the account is suspended or protected, has no posts, or does not exist.
 * - `no_posts`: the account made no post of its own in the period. `too_few`: it made too few to accuse it. `too_close`: all were made within a day.
 * - `unseen`: X did not say that it shows the posts to people who are not logged in, or said that it does not.
 * - `no_control`: search showed no other post made near in time. `inconclusive`: the results of search show neither.
 * - `budget`, `hour`, `share`, `queue`: as for a post.
 * - `…_failed`: an endpoint gave no usable answer: search, the timeline (`posts`), the lookup of posts or the lookup of accounts. `limited` and
 *   `…_limited`: X's rate limit, of search or of the named endpoint (`view` is oEmbed). `operator` and `…_operator`: X refuses this server's
 *   token, plan or credits there.
 * - `crowded`: replies, reposts or restricted posts left too little room for the posts that count. `none_fit`: search may lack every post of the period, because of its kind.
 */
export const UNJUDGED_REASONS = [
  'no_method',
  'not_offered',
  'account',
  'no_posts',
  'too_few',
  'too_close',
  'unseen',
  'budget',
  'no_control',
  'inconclusive',
  'search_failed',
  'posts_failed',
  'account_failed',
  'limited',
  'operator',
  'crowded',
  'none_fit',
  'hour',
  'share',
  'queue',
  'posts_limited',
  'posts_operator',
  'lookup_failed',
  'lookup_limited',
  'lookup_operator',
  'account_limited',
  'account_operator',
  'view_limited',
  'view_operator',
] as const
export type UnjudgedReason = (typeof UNJUDGED_REASONS)[number]

export const ItemEvidence = v.object({
  /** `recent_search`: the account's own posts of the last days were searched for. */
  method: v.fallback(v.nullable(v.picklist(['recent_search'])), null),
  /** Null if the item was judged, and for a reason that only newer servers know. */
  reason: v.fallback(v.nullable(v.picklist(UNJUDGED_REASONS)), null),
  /** How many of the account's own posts count, and how many of them search found. */
  looked: v.optional(Count),
  found: v.optional(Count),
  control: lenientOptional(UnixMilliseconds),
  /** When the limit ends that `reason` names, if that is known. */
  until: lenientOptional(UnixMilliseconds),
  from: v.optional(UnixMilliseconds),
  to: v.optional(UnixMilliseconds),
  time: v.optional(UnixMilliseconds),
})
export type ItemEvidence = v.InferOutput<typeof ItemEvidence>

export const ListEvidence = v.object({
  /** Null if there is a list. */
  reason: v.fallback(v.nullable(v.picklist(UNJUDGED_REASONS)), null),
  /** When the limit ends that `reason` names, if that is known. */
  until: lenientOptional(UnixMilliseconds),
  /** Whether X told which post is pinned. If not, an older pinned post is missing from the list. */
  pinTold: v.boolean(),
  /** Whether X distinguished reposts and quotes from own posts. If not, reposts are left out and quotes count as own posts. */
  kindsTold: v.boolean(),
  time: v.optional(UnixMilliseconds),
})
export type ListEvidence = v.InferOutput<typeof ListEvidence>

/**
 * Facts that X tells of an account beside its verdicts. A device stores these members as they are, and `src/text/accountFacts.ts` says where each
 * is shown and in which words.
 */
export const ACCOUNT_FACTS = {
  /** Countries, as ISO 3166 codes, in which X withholds the account. */
  withheld: lenientOptional(v.array(v.string())),
}
/** All facts, none left out, so that the compiler names the upstream that forgets one; undefined if X did not tell. */
export type AccountFacts = {
  [Fact in keyof typeof ACCOUNT_FACTS]: v.InferOutput<(typeof ACCOUNT_FACTS)[Fact]>
}

/** The evidence for an account check. It is absent from servers other than this project's. */
export const AccountEvidence = v.object({
  /** When X was asked for the account. The server caches answers for up to 15 minutes. */
  time: UnixMilliseconds,
  version: Version,
  items: v.object(recordByBan(() => ItemEvidence)),
  ...ACCOUNT_FACTS,
  tweets: v.optional(ListEvidence),
})
export type AccountEvidence = v.InferOutput<typeof AccountEvidence>
